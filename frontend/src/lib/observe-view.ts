/**
 * Reports whether an element is in the visible part of the page, whenever that changes.
 * @param margin how much the visible part is larger or smaller than the window
 * @returns stops observing
 */
export function observeView(
  element: Element,
  margin: string,
  report: (inView: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      // Several entries may arrive together; the last one is the latest.
      const latest = entries.at(-1);
      if (latest) report(latest.isIntersecting);
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
  };
}
