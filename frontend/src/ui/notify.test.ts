import { expect, it, vi } from 'vitest';
import { countUntold, notify, tellNews, watchUntold, type News } from './notify';

it('keeps what is announced until somebody tells it, in order', () => {
  const watcher = vi.fn();
  const unwatch = watchUntold(watcher);
  notify.error('first');
  notify.success('second');
  expect(countUntold()).toBe(2);
  expect(watcher).toHaveBeenCalledTimes(2);
  unwatch();

  const told: News[] = [];
  const leave = tellNews((news) => told.push(news));
  notify.info('third');
  expect(told).toEqual([
    { tone: 'error', text: 'first' },
    { tone: 'success', text: 'second' },
    { tone: 'info', text: 'third' },
  ]);
  expect(countUntold()).toBe(0);

  leave();
  notify.info('fourth');
  expect(told).toHaveLength(3);
  expect(countUntold()).toBe(1);
});
