// All files of a worker share one browser: what a test leaves behind is cleared here.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import type * as UserEvent from '@testing-library/user-event';
import { afterEach, vi } from 'vitest';

// Tests look for whole sentences, but the queries do not match text across elements. exact.test.tsx
// and the browser tests check that values are in their own elements.
vi.mock('./ui/data/untranslated', () => ({
  Untranslated: ({ children }: { children: string }) => children,
}));

// Types keys without a timer between them.
vi.mock('@testing-library/user-event', async (importOriginal) => {
  const { userEvent } = await importOriginal<typeof UserEvent>();
  const type: typeof userEvent.type = (element, text, options) =>
    userEvent.type(element, text, { delay: null, ...options });
  return { default: { ...userEvent, type } };
});

// Each file gets its own modules, because its mocks must reach them and their state must not reach
// the next file. Packages stay loaded.
vi.resetModules();

/** A busy machine is slow, which must not fail tests. */
configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  document.body.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
});

// jsdom schedules frames with the current `setInterval`. A test with fake timers would discard a
// pending frame, after which no frame would ever run again, in all files of the worker.
const { setTimeout: wait, clearTimeout: stopWaiting } = globalThis;
const FRAME_MS = 16;
window.requestAnimationFrame = (callback) =>
  wait(() => {
    callback(performance.now());
  }, FRAME_MS);
window.cancelAnimationFrame = (frame) => {
  stopWaiting(frame);
};

// jsdom has no window size.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

// … and no scrolling.
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
