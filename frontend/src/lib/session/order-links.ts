/**
 * Orders opened by emailed links in this tab. Such a link lets its holder view, pay, delete and return one
 * order; it does not sign anyone in, so it is not part of the session. Stored while the tab is
 * open.
 */
import { ORDER_LINKS_KEY as KEY } from '../personal-storage';

/** Tokens of links by order, for browsers that refuse storage. */
let unstored: Record<string, string> = {};
/** Access tokens by order. */
const access = new Map<string, string>();

function links(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return unstored;
  }
}

function write(next: Record<string, string>): void {
  unstored = next;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // See above.
  }
}

/** The token of the link that opened an order; undefined without one. */
export const linkTo = (order: string | undefined): string | undefined =>
  order === undefined || !Object.hasOwn(links(), order) ? undefined : links()[order];

/** Whether an order is open by its link. */
export const isLinked = (order: string | undefined) => linkTo(order) !== undefined;

/** The access token for calls about an order; undefined if the link has to be opened first. */
export const accessTo = (order: string) => access.get(order);

export function orderOpened(order: string, link: string, accessToken: string): void {
  access.set(order, accessToken);
  write({ ...links(), [order]: link });
}

/** The link is no longer needed, or no longer works. */
export function orderClosed(order: string): void {
  access.delete(order);
  write(Object.fromEntries(Object.entries(links()).filter(([id]) => id !== order)));
}
