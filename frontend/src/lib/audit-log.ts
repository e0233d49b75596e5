import type { AuditEntry, AuditUser } from '../api/generated-types';
import { isMoved } from './moved-address';

const ACTIONS: Record<AuditEntry['action'], string> = {
  grant_admin: 'Made an admin',
  revoke_admin: 'No longer an admin',
  move_address: 'Changed email address',
  lose_address: 'Lost the email address',
  bind_sign_in: 'Linked a new sign-in',
  delete_review: 'Deleted a review',
  refund_order: 'Refunded an order',
  refund_part: 'Refunded a part of an order',
  close_refund: 'Closed a refund',
  refund_unmatched: 'Refunded a payment without an order',
  end_sessions: 'Signed out everywhere',
  delete_account: 'Deleted their account',
  change_parts: 'Changed many products',
  change_rates: 'Changed shipping and tax',
  change_fitment: 'Changed what a part fits',
  suspend_fit: 'Suspended a part for a model',
  end_suspension: 'Ended a suspension',
  unknown: 'Done by a newer version of the shop',
};

/** What was done, in words. */
export const actionOf = ({ action }: AuditEntry): string => ACTIONS[action];

/** Who did it, in words. */
export const actorOf = ({ actor }: AuditEntry): string =>
  actor === undefined ? 'the server' : nameOf(actor);

/** A user, in words. */
export function nameOf({ user }: AuditUser): string {
  if (user === undefined) return 'an unknown user';
  return isMoved(user) ? 'a user without an address' : user;
}

/** The order that an entry is about and that is in a list: the one of a closed refund may be deleted. */
export const orderOf = ({ action, detail }: AuditEntry): string | undefined =>
  action === 'refund_order' ? detail : undefined;
