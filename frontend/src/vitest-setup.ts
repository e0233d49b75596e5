// The files of a worker share one browser: what a test leaves behind is cleared away here, once for all.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import type * as UserEvent from '@testing-library/user-event';
import { afterEach, vi } from 'vitest';

// Tests look for whole sentences, but the queries do not match text across elements. That values are in their own
// elements is tested in exact.test.tsx, and by the browser tests.
vi.mock('./ui/data/untranslated', () => ({
  Untranslated: ({ children }: { children: string }) => children,
}));

// Keys are typed without a timer between each two.
vi.mock('@testing-library/user-event', async (importOriginal) => {
  const { userEvent } = await importOriginal<typeof UserEvent>();
  const type: typeof userEvent.type = (element, text, options) =>
    userEvent.type(element, text, { delay: null, ...options });
  return { default: { ...userEvent, type } };
});

// Each file gets modules of its own, because its mocks must reach them and what they remember must
// not reach the next one. Packages stay loaded.
vi.resetModules();

/** A busy machine is slow, which is no reason to fail. */
configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  document.body.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
});

// jsdom counts its frames with the `setInterval` of the moment. A test that has stopped the clock would take a frame that
// is asked for then away with it, and no frame ever came again, in all files of the worker.
const { setTimeout: wait, clearTimeout: stopWaiting } = globalThis;
const FRAME_MS = 16;
window.requestAnimationFrame = (callback) =>
  wait(() => {
    callback(performance.now());
  }, FRAME_MS);
window.cancelAnimationFrame = (frame) => {
  stopWaiting(frame);
};

// jsdom has no window that could be wide or narrow.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

// … and nothing that could be scrolled.
Element.prototype.scrollIntoView = () => undefined;

// jsdom knows <dialog> but not how to open it.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});
