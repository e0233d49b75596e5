/** What tells whether an order wants money. */
export interface PaymentState {
  paid: boolean;
  /** The server's one word; absent in answers that do not care. */
  state?: string;
}

/** Whether somebody still has to pay: money that went back is not asked for again. */
export function wantsMoney({ paid, state }: PaymentState): boolean {
  return !paid && state !== 'refunded';
}
