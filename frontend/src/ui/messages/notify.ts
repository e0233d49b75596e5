/**
 * Short notifications at the top right. Deliberately small: the toasts themselves are loaded on
 * demand.
 */
export interface Notification {
  tone: 'success' | 'info' | 'error';
  text: string;
  /** A link to continue. */
  link?: { to: string; label: string };
}

type Listener = (notification: Notification) => void;

let listener: Listener | null = null;
let pending: readonly Notification[] = [];
const watchers = new Set<() => void>();

function announce(notification: Notification) {
  if (listener) {
    listener(notification);
    return;
  }
  pending = [...pending, notification];
  for (const watcher of watchers) watcher();
}

export const notify = {
  success: (text: string, link?: Notification['link']) => {
    announce({ tone: 'success', text, link });
  },
  info: (text: string, link?: Notification['link']) => {
    announce({ tone: 'info', text, link });
  },
  error: (text: string, link?: Notification['link']) => {
    announce({ tone: 'error', text, link });
  },
};

/** Sends notifications to the listener from now on, the pending ones first. */
export function deliverNotifications(next: Listener): () => void {
  listener = next;
  const missed = pending;
  pending = [];
  for (const notification of missed) next(notification);
  return () => {
    if (listener === next) listener = null;
  };
}

/** How many notifications wait for a listener. */
export const countPending = () => pending.length;

export function watchPending(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}
