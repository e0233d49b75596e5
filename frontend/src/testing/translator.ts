/**
 * Imitates Chrome's translator: replaces each text with two nested `<font>` elements containing the
 * translation, and repeats this for every change. It is injected into pages as source, so it must
 * not refer to anything outside.
 * @returns stops translating, and leaves the page translated
 */
export function translatePage(): () => void {
  const UNTRANSLATED = 'script, style, noscript, textarea, svg, [translate="no"], .notranslate';
  const font = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
  const isTranslation = (text: Node) => text.parentElement?.matches('font font') === true;

  function translate(text: Text): void {
    const { data, parentElement } = text;
    if (data.trim() === '' || isTranslation(text)) return;
    if (!parentElement || parentElement.closest(UNTRANSLATED)) return;
    const outer = font();
    const inner = font();
    for (const each of [outer, inner]) each.style.verticalAlign = 'inherit';
    inner.textContent = data.replace(/\S(.*\S)?/s, '«$&»');
    outer.append(inner);
    parentElement.replaceChild(outer, text);
  }

  function translateIn(root: Node): void {
    if (!root.isConnected) return;
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (root.nodeType === Node.TEXT_NODE) texts.push(root as Text);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  }

  const changed = new Set<Node>();
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records) {
      for (const node of type === 'childList' ? addedNodes : [target]) changed.add(node);
    }
    // The real translation arrives asynchronously.
    setTimeout(() => {
      for (const node of changed) translateIn(node);
      changed.clear();
    }, 10);
  });
  document.documentElement.classList.add('translated-ltr');
  translateIn(document.body);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    document.documentElement.classList.remove('translated-ltr');
  };
}
