import { expect, it, vi } from 'vitest';

it('continues its frames after a test has stopped the clock', async () => {
  // A store uses the function that existed when it was created.
  const found = window.requestAnimationFrame.bind(window);
  vi.useFakeTimers();
  found(() => undefined);
  vi.useRealTimers();
  await new Promise(requestAnimationFrame);
  expect(vi.isFakeTimers()).toBe(false);
});

it('drops a frame that was canceled', async () => {
  const unwanted = vi.fn();
  cancelAnimationFrame(requestAnimationFrame(unwanted));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(unwanted).not.toHaveBeenCalled();
});
