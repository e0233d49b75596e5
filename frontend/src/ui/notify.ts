/** Short news at the top right. Light on purpose: the toasts themselves are fetched when needed. */
export interface News {
  tone: 'success' | 'info' | 'error';
  text: string;
}

type Teller = (news: News) => void;

let teller: Teller | null = null;
let untold: readonly News[] = [];
const watchers = new Set<() => void>();

function announce(news: News) {
  if (teller) {
    teller(news);
    return;
  }
  untold = [...untold, news];
  for (const watcher of watchers) watcher();
}

export const notify = {
  success: (text: string) => {
    announce({ tone: 'success', text });
  },
  info: (text: string) => {
    announce({ tone: 'info', text });
  },
  error: (text: string) => {
    announce({ tone: 'error', text });
  },
};

/** Whoever shows toasts gets the news from now on, those first that nobody has told yet. */
export function tellNews(next: Teller): () => void {
  teller = next;
  const missed = untold;
  untold = [];
  for (const news of missed) next(news);
  return () => {
    if (teller === next) teller = null;
  };
}

/** How many pieces of news wait for somebody to tell them. */
export const countUntold = () => untold.length;

export function watchUntold(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}
