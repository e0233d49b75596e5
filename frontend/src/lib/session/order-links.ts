/**
 * Orders that links in emails opened in this tab. Such a link shows, pays and deletes its own order; it makes the browser act for
 * nobody, so it is no part of the session. Stored for as long as the tab is open.
 */
import { ORDER_LINKS_KEY as KEY } from '../personal-storage';

/** Tokens of links by order, where a browser refuses storage. */
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

/** The token of the link that opened an order; undefined when none did. */
export const linkTo = (order: string | undefined): string | undefined =>
  order === undefined || !Object.hasOwn(links(), order) ? undefined : links()[order];

/** Whether an order is open by its link. */
export const isLinked = (order: string | undefined) => linkTo(order) !== undefined;

/** What calls about an order show; undefined when the link has to be opened first. */
export const accessTo = (order: string) => access.get(order);

export function orderOpened(order: string, link: string, accessToken: string): void {
  access.set(order, accessToken);
  write({ ...links(), [order]: link });
}

/** The link is needed no more, or does not work any more. */
export function orderClosed(order: string): void {
  access.delete(order);
  write(Object.fromEntries(Object.entries(links()).filter(([id]) => id !== order)));
}
