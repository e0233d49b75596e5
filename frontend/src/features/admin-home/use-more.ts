import { useState } from 'react';

/** How many rows a panel shows at first, and how many more each time. */
export const NEWEST = 5;
const STEP = 20;
/** The most the server hands out at once. */
export const MOST = 1000;

/** How many rows of a panel are to be seen. */
export function useMore() {
  const [shown, setShown] = useState(NEWEST);
  return {
    shown,
    /** One more than is shown: that tells whether there are any. */
    limit: Math.min(shown + 1, MOST),
    showMore: () => {
      setShown(shown + STEP);
    },
  };
}
