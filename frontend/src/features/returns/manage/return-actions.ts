import type { ReturnState } from '../../../api/contract/generated-types';

export type Action = 'approve' | 'decline' | 'receive';

/** A parcel may arrive before the decision, or late. */
const ALLOWED: Partial<Record<ReturnState, readonly Action[]>> = {
  requested: ['approve', 'decline', 'receive'],
  approved: ['receive'],
  declined: ['approve'],
  expired: ['receive', 'approve'],
};

/** An admin's actions on a return, the most common first. */
export const actionsFor = (state: ReturnState): readonly Action[] => ALLOWED[state] ?? [];
