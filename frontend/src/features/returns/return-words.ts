import type {
  RecordedReason,
  Return,
  ReturnReason,
  ReturnState,
} from '../../api/contract/generated-types';
import { codeOf, sentenceFor } from '../../api/contract/problem';

/** The reasons that a customer can choose, in the order of the form. */
export const REASONS: Record<ReturnReason, string> = {
  does_not_fit: 'It does not fit',
  wrong_part: 'You sent another part',
  damaged: 'It arrived damaged',
  not_as_described: 'It differs from its description',
  not_needed: 'I do not need it',
};

/** Every reason, as worded for the customer. */
export const ALL_REASONS: Record<RecordedReason, string> = {
  ...REASONS,
  withdrawal: 'You withdrew from the contract',
};

/** Every reason, as worded for admins, in the third person. */
export const REASONS_FOR_ADMINS: Record<RecordedReason, string> = {
  does_not_fit: 'Does not fit',
  wrong_part: 'Wrong part sent',
  damaged: 'Arrived damaged',
  not_as_described: 'Differs from its description',
  not_needed: 'Not needed',
  withdrawal: 'Withdrawal from the contract',
};

/** What each state means to the customer. */
export const STATES: Record<ReturnState, string> = {
  requested: 'We will email you our answer.',
  approved: 'Print the return slip and send the parts back.',
  declined: 'We cannot take these parts back.',
  received: 'The parts have arrived. Your refund is on its way.',
  refunded: 'The parts have arrived and are refunded.',
  closed: 'The parts have arrived. They are not refunded.',
  canceled: 'You keep the parts.',
  expired: 'The parts did not arrive in time.',
};

/** Whether its pieces may still arrive: no other return can contain them. */
export const isOpen = ({ state }: Pick<Return, 'state'>) =>
  state === 'requested' || state === 'approved';

/** Advice if the request may have arrived. It has no idempotency key. */
const MAYBE_REQUESTED =
  'Your request may have arrived: close this and look at the returns of your order before you send it again.';

/** Why a return was not requested. */
export const whyNotRequested = (error: unknown): string => whyNotReturned(error, MAYBE_REQUESTED);

/**
 * Why pieces cannot be returned.
 * @param unlessDone advice if the call may have gone through
 */
export function whyNotReturned(error: unknown, unlessDone?: string): string {
  switch (codeOf(error)) {
    case 'return_window_over':
      return 'The time for returning one of these parts is over.';
    case 'not_returnable':
      return 'One of these parts can be returned only if something is wrong with it.';
    case 'pieces_not_kept':
      return 'Fewer pieces can be returned now. Check how many, then try again.';
    case 'payment_disputed':
      return 'The payment of this order is disputed, so the bank decides about its money.';
    case 'order_not_shipped':
      return 'This order has not been shipped yet.';
    case 'order_refunded':
      return 'This order was refunded.';
    case 'too_many_returns':
      return 'This order has had too many returns. Please write to us.';
    default:
      return sentenceFor(error, unlessDone);
  }
}

/** Why a decision about a return failed. It is safe to repeat: each state allows it once. */
export function whyNotDecided(error: unknown): string {
  switch (codeOf(error)) {
    case 'return_state':
      return 'This return has changed in the meantime. Close this dialog to see its current state.';
    case 'pieces_not_kept':
      return 'The order no longer has all of these pieces: some were refunded or are in another return.';
    case 'payment_disputed':
      return 'The payment of this order is disputed, so the bank decides about its money.';
    case 'order_refunded':
      return 'This order was refunded.';
    case 'too_much_money':
      return 'The order has less money left than these pieces cost. Refund an amount on its page instead.';
    default:
      return sentenceFor(error, 'It is safe to try again.');
  }
}
