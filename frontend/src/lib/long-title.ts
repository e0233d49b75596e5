import { longTitle } from './part-view.json';

/** Long titles use a smaller size. */
export const isLongTitle = (title: string): boolean => title.length > longTitle;
