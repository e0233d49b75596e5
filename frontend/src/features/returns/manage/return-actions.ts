import type { ReturnState } from '../../../api/contract/generated-types';

export type Action = 'approve' | 'decline' | 'receive';

/** A parcel may arrive before the decision, or late. */
const ALLOWED: Partial<Record<ReturnState, readonly Action[]>> = {
  requested: ['approve', 'decline', 'receive'],
  approved: ['receive'],
  declined: ['approve'],
  expired: ['receive', 'approve'],
};

/** What admins can do with a return, the usual first. */
export const actionsFor = (state: ReturnState): readonly Action[] => ALLOWED[state] ?? [];
