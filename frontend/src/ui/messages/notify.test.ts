import { expect, it, vi } from 'vitest';
import {
  countPending,
  notify,
  deliverNotifications,
  watchPending,
  type Notification,
} from './notify';

it('keeps what is announced until somebody tells it, in order', () => {
  const watcher = vi.fn();
  const unwatch = watchPending(watcher);
  notify.error('first');
  notify.success('second');
  expect(countPending()).toBe(2);
  expect(watcher).toHaveBeenCalledTimes(2);
  unwatch();

  const told: Notification[] = [];
  const leave = deliverNotifications((news) => told.push(news));
  notify.info('third');
  expect(told).toEqual([
    { tone: 'error', text: 'first' },
    { tone: 'success', text: 'second' },
    { tone: 'info', text: 'third' },
  ]);
  expect(countPending()).toBe(0);

  leave();
  notify.info('fourth');
  expect(told).toHaveLength(3);
  expect(countPending()).toBe(1);
});
