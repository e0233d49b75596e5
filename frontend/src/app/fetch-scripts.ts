import { rememberRead, wasRead } from '../lib/demo-note';

// Loads the app after the first paint: on a slow connection, scripts would delay the page's styles,
// font and picture.

/**
 * The app is loaded after this delay even if the page is not painted, for example in a background
 * tab.
 */
const PATIENCE_MS = 1000;

function sayThatItFailed(): void {
  const waiting = document.querySelector('.waiting.scripted');
  if (waiting) waiting.textContent = 'Autoparts did not load. Please reload the page.';
}

function fetchScripts(): void {
  const later = document.querySelector<HTMLTemplateElement>('#later');
  if (!later) return;
  const scripts = document.importNode(later.content, true);
  scripts.querySelectorAll('script').forEach((script) => {
    script.addEventListener('error', sayThatItFailed);
  });
  document.head.append(scripts);
  // Both paths lead here.
  later.remove();
}

const tellsWhenDrawn =
  'PerformanceObserver' in window && PerformanceObserver.supportedEntryTypes.includes('paint');
if (document.hidden || !tellsWhenDrawn) fetchScripts();
else {
  new PerformanceObserver((drawn) => {
    if (drawn.getEntriesByName('first-contentful-paint').length > 0) fetchScripts();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(fetchScripts, PATIENCE_MS);
}

// A dismissed note stays hidden, and it can be dismissed before the app has loaded.
const note = document.querySelector('.bottom-note');
if (wasRead()) note?.remove();
note?.querySelector('button')?.addEventListener('click', () => {
  rememberRead();
  note.remove();
});
