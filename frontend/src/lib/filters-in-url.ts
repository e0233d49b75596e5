/** Filters of a list, as stored in the URL. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const textIn = (query: URLSearchParams, name: string) => (query.get(name) ?? '').trim();

/** A day like `2026-11-24`; empty if it is missing or invalid. */
export function dayIn(query: URLSearchParams, name: string): string {
  const text = textIn(query, name);
  return DAY.test(text) ? text : '';
}

/** Omits empty filters, to keep URLs short and readable. */
export const queryFrom = (filters: Record<string, string>) =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
