import { rememberRead, wasRead } from '../lib/demo-note';

// Fetches the app when the page has been seen with what it came with: on a slow line, scripts would hold up
// its styles, its font and its picture.

/** A page that is not drawn by then, in a tab behind others say, does not wait for it. */
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
  // There is a second way here.
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

// Who has read the note does not see it again, and can put it away before the app is there.
const note = document.querySelector('.bottom-note');
if (wasRead()) note?.remove();
note?.querySelector('button')?.addEventListener('click', () => {
  rememberRead();
  note.remove();
});
