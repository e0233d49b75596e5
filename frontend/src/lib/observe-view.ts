/**
 * Tells whether an element is in the visible part of the page whenever that changes.
 * @param margin by how much the visible part is larger than the window, or smaller
 * @returns ends it
 */
export function observeView(
  element: Element,
  margin: string,
  tell: (inView: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      // Several may come at once; the latest is the last one.
      const latest = entries.at(-1);
      if (latest) tell(latest.isIntersecting);
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
  };
}
