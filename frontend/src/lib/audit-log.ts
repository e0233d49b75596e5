import type { AuditEntry, AuditUser } from '../api/contract/generated-types';
import { isMoved } from './moved-address';

const ACTIONS: Record<AuditEntry['action'], string> = {
  grant_admin: 'Made an admin',
  revoke_admin: 'No longer an admin',
  move_address: 'Changed email address',
  lose_address: 'Lost their email address',
  bind_sign_in: 'Linked a new sign-in',
  set_aside: 'Set aside the data of an unconfirmed sign-in',
  delete_review: 'Deleted a review',
  refund_order: 'Refunded an order',
  refund_part: 'Refunded part of an order',
  close_refund: 'Closed a refund',
  refund_unmatched: 'Refunded a payment without an order',
  decide_return: 'Decided about a return',
  decide_cores: 'Decided about old parts',
  revoke_order_links: 'Revoked the links of an order',
  end_sessions: 'Signed out everywhere',
  delete_account: 'Deleted their account',
  ship_order: 'Shipped an order',
  delete_order: 'Deleted an order',
  add_part: 'Added a product',
  hide_part: 'Took a product out of the shop',
  show_part: 'Put a product back into the shop',
  change_price: 'Changed a price',
  edit_part: 'Edited a product',
  change_reorder_point: 'Changed a reorder point',
  add_picture: 'Uploaded a picture',
  change_brand: 'Changed a brand',
  change_category: 'Changed a category',
  change_lookups: 'Changed supplier codes',
  change_condition: 'Classified a condition',
  move_stock: 'Moved stock',
  add_import: 'Uploaded a file to import',
  stop_import: 'Stopped an import',
  apply_import: 'Applied an import',
  export: 'Exported data',
  change_parts: 'Changed many products',
  change_rates: 'Changed shipping and tax',
  change_return_policies: 'Changed the return policies',
  change_fitment: 'Changed what a part fits',
  suspend_fit: 'Suspended a part for a model',
  end_suspension: 'Ended a suspension',
  dismiss_fit_flag: 'Dismissed a fit warning',
  unknown: 'Done by a newer version of the shop',
};

type Action = AuditEntry['action'];

/**
 * Actions that admins can filter by, sorted by label. Actions written by a newer version have no
 * label.
 */
export const ACTION_CHOICES: { action: Action; words: string }[] = (
  Object.entries(ACTIONS) as [Action, string][]
)
  .filter(([action]) => action !== 'unknown')
  .map(([action, words]) => ({ action, words }))
  .sort((a, b) => a.words.localeCompare(b.words, 'en'));

/** The label of an entry's action. */
export const actionOf = ({ action }: Pick<AuditEntry, 'action'>): string => ACTIONS[action];

/** The name of an entry's actor. */
export const actorOf = ({ actor }: AuditEntry): string =>
  actor === undefined ? 'the server' : nameOf(actor);

/** The name of a user. */
export function nameOf({ user }: AuditUser): string {
  if (user === undefined) return 'an unknown user';
  return isMoved(user) ? 'a user without an address' : user;
}

/** The kind of id at the start of a detail, for things that may still exist. */
const ABOUT: Partial<Record<Action, 'order' | 'product'>> = {
  refund_order: 'order',
  refund_part: 'order',
  decide_return: 'order',
  decide_cores: 'order',
  revoke_order_links: 'order',
  ship_order: 'order',
  add_part: 'product',
  hide_part: 'product',
  show_part: 'product',
  change_price: 'product',
  edit_part: 'product',
  change_reorder_point: 'product',
  change_fitment: 'product',
  suspend_fit: 'product',
  end_suspension: 'product',
  dismiss_fit_flag: 'product',
  move_stock: 'product',
};

/** A field with its value before and after. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** A line `title: Disc → Vented disc`; `null` for any other line. */
function changeOf(line: string): FieldChange | null {
  const [, field, before, after] = /^(.+?): (.*?) → (.*)$/.exec(line) ?? [];
  if (field === undefined || before === undefined || after === undefined) return null;
  return { field, before, after };
}

/**
 * A detail split into the id of something to link to, the rest of the first line, the changed
 * fields, and other lines.
 */
export function detailOf({ action, detail = '' }: AuditEntry) {
  const about = ABOUT[action];
  const [first = '', ...lines] = detail.split('\n');
  const changes = lines.map(changeOf).filter((change) => change !== null);
  const notes = lines.filter((line) => changeOf(line) === null);
  if (about === undefined || first === '') {
    return { about: undefined, id: '', rest: first, changes, notes };
  }
  const [id = '', ...rest] = first.split(', ');
  return { about, id, rest: rest.join(', '), changes, notes };
}
