import type { Order } from '../../../api/contract/generated-types';
import { returnableUntil } from '../../../lib/promises';
import { unneededDays } from '../../../lib/return-terms';
import { LastDay, Moment } from '../../../ui/data/moment';

interface Step {
  label: string;
  /** Completed, current, or later. */
  is: 'done' | 'todo' | 'later';
  /** The time, if known. */
  at?: string;
  /** The end of a period in days. */
  lastDay?: string;
  /** Shown if there is no time. */
  note?: string;
}

/** The steps of an order from placing to shipping, or to its refund. */
export function stepsOf(order: Order): Step[] {
  const { paid, status, state, placedAt, paidAt, withdrawnAt, shippedAt } = order;
  const isShipped = status === 'shipped';
  const shipped: Step = { label: 'Shipped', is: 'done', at: shippedAt };
  const steps: Step[] = [{ label: 'Ordered', is: 'done', at: placedAt }];
  if (state === 'refunded') {
    steps.push({ label: 'Paid', is: 'done', at: paidAt });
    if (isShipped) steps.push(shipped);
    return [...steps, { label: 'Refunded', is: 'done' }];
  }
  steps.push(
    paid
      ? { label: 'Paid', is: 'done', at: paidAt }
      : {
          label: 'Payment',
          is: 'todo',
          note: state === 'lapsed' ? 'reservation expired' : 'not paid yet',
        },
  );
  if (withdrawnAt !== undefined) steps.push({ label: 'Withdrawn', is: 'done', at: withdrawnAt });
  if (isShipped) return [...steps, shipped, ...returnable(order)];
  if (withdrawnAt !== undefined) {
    const end = paid ? 'Refund' : 'Cancellation';
    return [...steps, { label: end, is: 'todo', note: 'we take care of it' }];
  }
  return [
    ...steps,
    paid
      ? { label: 'Shipping', is: 'todo', note: 'not shipped yet' }
      : { label: 'Shipped', is: 'later', note: 'once it is paid' },
  ];
}

/** The end of the longest return period of its lines, if the shipping date is known. */
function returnable({ shippedAt, lines }: Order): Step[] {
  if (shippedAt === undefined) return [];
  const days = unneededDays(lines);
  if (days === null) {
    return [{ label: 'Returnable', is: 'later', note: 'only if something is wrong with it' }];
  }
  return [{ label: 'Returnable until', is: 'later', lastDay: returnableUntil(shippedAt, days) }];
}

/** An order's progress: solid is done, dashed is to come, rose is the current step. */
export function Journey({ order }: { order: Order }) {
  const steps = stepsOf(order);
  return (
    <ol className="journey" aria-label="Progress of this order">
      {steps.map(({ label, is, at, lastDay, note }, position) => (
        <li
          key={label}
          data-is={is}
          data-on={steps[position + 1]?.is === 'done' || undefined}
          aria-current={is === 'todo' ? 'step' : undefined}
        >
          <span className="mark" aria-hidden="true" />
          <b>{label}</b>
          <span className="when">
            {at !== undefined && <Moment at={at} />}
            {lastDay !== undefined && <LastDay at={lastDay} />}
            {note}
          </span>
        </li>
      ))}
    </ol>
  );
}
