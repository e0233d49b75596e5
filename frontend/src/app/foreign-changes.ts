/**
 * Lets React go on where others have changed the page: translators, extensions, password managers (ADR 0047).
 *
 * A translator replaces each text by elements of its own. React still holds the text that is gone from the page: it throws when
 * it removes it or puts something before it, and what it writes into it is seen by nobody. Here is noted what stands in for
 * each text of React. Before React touches such a text, all texts of the same element take their places again,
 * and the translator translates them like any new text.
 */

interface Place {
  parent: Node;
  /** What was put in the place of the text by others; none when they only removed it. */
  standIns: Node[];
  next: Node | null;
}

type Method = (this: Node, ...nodes: (Node | null)[]) => Node;

/** How React finds its own data at a node that it has made. */
const REACT = '__reactFiber$';
const isReacts = (node: Node) => Object.keys(node).some((key) => key.startsWith(REACT));

/** Where each text of React was that others have taken off the page. */
const places = new WeakMap<Node, Place>();
/** The same texts by the element that they belong to. */
const displaced = new WeakMap<Node, Set<Node>>();
/** Which text a node of others stands in for. */
const originals = new WeakMap<Node, Node>();
/** What the app has removed itself. */
const removed = new WeakSet<Node>();

function forget(text: Node): void {
  const place = places.get(text);
  if (!place) return;
  places.delete(text);
  displaced.get(place.parent)?.delete(text);
  for (const standIn of place.standIns) originals.delete(standIn);
}

function note(text: Node, place: Place): void {
  forget(text);
  places.set(text, place);
  displaced.set(place.parent, (displaced.get(place.parent) ?? new Set()).add(text));
  for (const standIn of place.standIns) originals.set(standIn, text);
}

/** @returns undoes it, for tests */
export function tolerateForeignChanges(page: Node = document.body): () => void {
  const { prototype } = Node;
  const native = {
    insertBefore: Reflect.get(prototype, 'insertBefore') as Method,
    removeChild: Reflect.get(prototype, 'removeChild') as Method,
  };

  /** Puts the texts of an element back, and takes away what stood in for them. */
  function restore(parent: Node): void {
    // From the end: the place of a text may be before another one.
    for (const text of [...(displaced.get(parent) ?? [])].reverse()) {
      const { standIns = [], next = null } = places.get(text) ?? {};
      forget(text);
      const there = standIns.filter(({ parentNode }) => parentNode === parent);
      if (!text.isConnected) {
        const before = there[0] ?? (next?.parentNode === parent ? next : null);
        native.insertBefore.call(parent, text, before);
      }
      for (const standIn of there) native.removeChild.call(parent, standIn);
    }
  }

  function follow(records: MutationRecord[]): void {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    const stale = new Set<Node>();
    for (const record of records) {
      if (record.type === 'childList') followRecord(record, added);
      else {
        const place = places.get(record.target);
        if (place) stale.add(place.parent);
      }
    }
    // React has written into a text that is not on the page.
    stale.forEach(restore);
  }

  function followRecord(record: MutationRecord, added: Set<Node>): void {
    const { target: parent, addedNodes, removedNodes, previousSibling, nextSibling } = record;
    const isForeign = (node: Node | null): node is Node =>
      node !== null && added.has(node) && !originals.has(node) && !isReacts(node);

    for (const node of removedNodes) {
      // What stands in for a text may itself be replaced, say by another language.
      const text = originals.get(node) ?? node;
      const isText = text.nodeType === Node.TEXT_NODE && isReacts(text);
      if (!isText || text.isConnected || removed.has(text)) continue;
      const others = (places.get(text)?.standIns ?? []).filter((standIn) => standIn !== node);
      const news = [...addedNodes].filter(isForeign);
      // Replaced at once, or in two steps with the new one before or after the old one.
      const beside = [previousSibling, nextSibling].filter(isForeign).slice(0, 1);
      const standIns = [...others, ...(news.length > 0 ? news : beside)];
      note(text, { parent, standIns, next: nextSibling });
      // So that it is known when React writes into it.
      observer.observe(text, { characterData: true });
    }

    for (const node of addedNodes) {
      const place = places.get(node);
      if (place && node.isConnected) {
        // The text is back, by React or by the translator, so nothing stands in for it any more.
        forget(node);
        for (const standIn of place.standIns) {
          if (standIn.isConnected && standIn.parentNode) {
            native.removeChild.call(standIn.parentNode, standIn);
          }
        }
      } else if (removedNodes.length === 0 && isForeign(node)) {
        // In two steps with nothing in between: the text was removed first.
        const text = [...(displaced.get(parent) ?? [])].find((each) => {
          const lost = places.get(each);
          return lost?.standIns.length === 0 && lost.next === nextSibling;
        });
        if (text) note(text, { parent, standIns: [node], next: nextSibling });
      }
    }
  }

  /** Whether a child is where the app has put it, after everything was tried that can bring it back. */
  function isIn(parent: Node, child: Node): boolean {
    if (child.parentNode === parent) return true;
    follow(observer.takeRecords());
    restore(parent);
    return child.parentNode === parent;
  }

  const observer = new MutationObserver(follow);
  observer.observe(page, { childList: true, characterData: true, subtree: true });

  const tolerant: typeof native = {
    removeChild(child) {
      if (child === null) return native.removeChild.call(this, child);
      // Moved into something else, say around a field, it is removed there; already gone, there is nothing to do.
      const parent = isIn(this, child) ? this : child.parentNode;
      if (child.nodeType === Node.TEXT_NODE) removed.add(child);
      return parent ? native.removeChild.call(parent, child) : child;
    },
    insertBefore(node = null, before = null) {
      if (before === null || isIn(this, before))
        return native.insertBefore.call(this, node, before);
      // Before what it was moved into; when it is gone, at the end.
      let there: Node | null = before;
      while (there !== null && there.parentNode !== this) there = there.parentNode;
      return native.insertBefore.call(this, node, there);
    },
  };
  Object.assign(prototype, tolerant);
  return () => {
    observer.disconnect();
    Object.assign(prototype, native);
  };
}
