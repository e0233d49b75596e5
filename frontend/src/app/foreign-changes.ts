/**
 * Keeps React working on a page changed by translators, extensions or password managers (ADR 0047).
 *
 * A translator replaces each text node with its own elements. React still holds the detached node:
 * it throws when it removes the node or inserts before it, and updates to the node are invisible.
 * This module records what replaced each of React's text nodes. Before React touches such a text,
 * all texts of the same element are restored, and the translator translates them like any new text.
 */

interface Place {
  parent: Node;
  /** The foreign nodes that replaced the text; empty if it was only removed. */
  standIns: Node[];
  next: Node | null;
}

type Method = (this: Node, ...nodes: (Node | null)[]) => Node;

/** The prefix of the property in which React stores its data on a node. */
const REACT = '__reactFiber$';
const isReacts = (node: Node) => Object.keys(node).some((key) => key.startsWith(REACT));

/** The original position of each of React's texts that was replaced or removed. */
const places = new WeakMap<Node, Place>();
/** The same texts by parent element. */
const displaced = new WeakMap<Node, Set<Node>>();
/** The text that a foreign node replaces. */
const originals = new WeakMap<Node, Node>();
/** Nodes removed by the app itself. */
const removed = new WeakSet<Node>();

function untrack(text: Node): void {
  const place = places.get(text);
  if (!place) return;
  places.delete(text);
  displaced.get(place.parent)?.delete(text);
  for (const standIn of place.standIns) originals.delete(standIn);
}

function note(text: Node, place: Place): void {
  untrack(text);
  places.set(text, place);
  displaced.set(place.parent, (displaced.get(place.parent) ?? new Set()).add(text));
  for (const standIn of place.standIns) originals.set(standIn, text);
}

/** @returns a function that undoes it, for tests */
export function tolerateForeignChanges(page: Node = document.body): () => void {
  const { prototype } = Node;
  const native = {
    insertBefore: Reflect.get(prototype, 'insertBefore') as Method,
    removeChild: Reflect.get(prototype, 'removeChild') as Method,
  };

  /** Restores the texts of an element, and removes their replacements. */
  function restore(parent: Node): void {
    // From the end: the position of a text may be before another one.
    for (const text of [...(displaced.get(parent) ?? [])].reverse()) {
      const { standIns = [], next = null } = places.get(text) ?? {};
      untrack(text);
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
    // React has updated a text that is not on the page.
    stale.forEach(restore);
  }

  function followRecord(record: MutationRecord, added: Set<Node>): void {
    const { target: parent, addedNodes, removedNodes, previousSibling, nextSibling } = record;
    const isForeign = (node: Node | null): node is Node =>
      node !== null && added.has(node) && !originals.has(node) && !isReacts(node);

    for (const node of removedNodes) {
      // A replacement may itself be replaced, for example by another language.
      const text = originals.get(node) ?? node;
      const isText = text.nodeType === Node.TEXT_NODE && isReacts(text);
      if (!isText || text.isConnected || removed.has(text)) continue;
      const others = (places.get(text)?.standIns ?? []).filter((standIn) => standIn !== node);
      const inserted = [...addedNodes].filter(isForeign);
      // Replaced at once, or in two steps with the new one before or after the old one.
      const adjacent = [previousSibling, nextSibling].filter(isForeign).slice(0, 1);
      const standIns = [...others, ...(inserted.length > 0 ? inserted : adjacent)];
      note(text, { parent, standIns, next: nextSibling });
      // To notice when React updates it.
      observer.observe(text, { characterData: true });
    }

    for (const node of addedNodes) {
      const place = places.get(node);
      if (place && node.isConnected) {
        // React or the translator has restored the text, so it has no replacement.
        untrack(node);
        for (const standIn of place.standIns) {
          if (standIn.isConnected && standIn.parentNode) {
            native.removeChild.call(standIn.parentNode, standIn);
          }
        }
      } else if (removedNodes.length === 0 && isForeign(node)) {
        // Replaced in two steps: the text was removed first.
        const text = [...(displaced.get(parent) ?? [])].find((each) => {
          const lost = places.get(each);
          return lost?.standIns.length === 0 && lost.next === nextSibling;
        });
        if (text) note(text, { parent, standIns: [node], next: nextSibling });
      }
    }
  }

  /** Whether a child is where the app has put it; tries to restore it first. */
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
      // If it was moved into a wrapper, it is removed there; if it is already gone, there is
      // nothing to do.
      const parent = isIn(this, child) ? this : child.parentNode;
      if (child.nodeType === Node.TEXT_NODE) removed.add(child);
      return parent ? native.removeChild.call(parent, child) : child;
    },
    insertBefore(node = null, before = null) {
      if (before === null || isIn(this, before))
        return native.insertBefore.call(this, node, before);
      // Before the wrapper that it was moved into; at the end if it is gone.
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
