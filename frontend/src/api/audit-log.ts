import type { AuditEntry, AuditUser } from './generated-types';

type Action = AuditEntry['action'];

const ACTIONS: Record<Action, string> = {
  grant_admin: 'Made an admin',
  revoke_admin: 'No longer an admin',
  move_address: 'Changed email address',
  lose_address: 'Lost the email address',
  bind_sign_in: 'Linked a new sign-in',
  delete_review: 'Deleted a review',
  refund_order: 'Refunded an order',
  close_refund: 'Closed a refund',
  refund_unmatched: 'Refunded a payment without an order',
  end_sessions: 'Signed out everywhere',
  unknown: 'Done by a newer version of the shop',
};

/** What was done, in words. */
export const actionOf = ({ action }: AuditEntry): string => ACTIONS[action];

/** Who did it, in words. */
export const actorOf = ({ actor }: AuditEntry): string =>
  actor === undefined ? 'the shop itself' : nameOf(actor);

/** A user, in words. */
export const nameOf = ({ user }: AuditUser): string => user ?? 'an unknown user';

/** Actions whose detail is the id of an order. */
const ABOUT_ORDERS: Action[] = ['refund_order', 'close_refund'];

/** The order that an entry is about, if any. Closed refunds of earlier versions do not name it. */
export const orderOf = ({ action, detail }: AuditEntry): string | undefined =>
  ABOUT_ORDERS.includes(action) ? detail : undefined;
