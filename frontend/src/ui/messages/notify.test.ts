import { expect, it, vi } from 'vitest';
import {
  countPending,
  notify,
  deliverNotifications,
  watchPending,
  type Notification,
} from './notify';

it('queues notifications in order until they are delivered', () => {
  const watcher = vi.fn();
  const unwatch = watchPending(watcher);
  notify.error('first');
  notify.success('second');
  expect(countPending()).toBe(2);
  expect(watcher).toHaveBeenCalledTimes(2);
  unwatch();

  const delivered: Notification[] = [];
  const leave = deliverNotifications((notification) => delivered.push(notification));
  notify.info('third');
  expect(delivered).toEqual([
    { tone: 'error', text: 'first' },
    { tone: 'success', text: 'second' },
    { tone: 'info', text: 'third' },
  ]);
  expect(countPending()).toBe(0);

  leave();
  notify.info('fourth');
  expect(delivered).toHaveLength(3);
  expect(countPending()).toBe(1);
});
