import { useRef, useState } from 'react';
import type { Part } from '../../api/generated';
import { shopApi } from '../../api/index';
import { codeOf, isOutcomeUnknown, sentenceFor } from '../../api/problem';
import { formatDollars, lineTotal } from '../../lib/money';
import type { Person } from '../../lib/session/session-slice';
import { toasts } from '../../lib/texts';
import { notify } from '../../ui/notify';
import { AttemptKey } from './attempt-key';
import { quantityRefusal } from './order-rules';

export interface OrderDetails {
  address: string;
  phone: string;
  quantity: number;
}

/** Places orders for a part and explains refusals with the part as it is by then. */
export function usePlaceOrder(part: Part, person: Person) {
  const [placeOrder, { isLoading }] = shopApi.usePlaceOrderMutation();
  const [getPart] = shopApi.useLazyGetPartQuery();
  const [problem, setProblem] = useState<string | null>(null);
  const [placedOrder, setPlacedOrder] = useState<string | null>(null);
  const attempts = useRef(new AttemptKey());

  /** Takes back what was said of the attempt before. */
  const forget = () => {
    setProblem(null);
    setPlacedOrder(null);
  };

  /** Resolves to how it ended; `refused` means that this quantity is not to be had. */
  const place = async (details: OrderDetails): Promise<'placed' | 'refused' | 'failed'> => {
    forget();
    const newOrder = {
      ...details,
      orderedId: part._id,
      product: part.title,
      totalPrice: lineTotal(part.price, details.quantity),
      name: person.name,
      email: person.email,
      paid: false,
    };
    const answer = await placeOrder({
      'Idempotency-Key': attempts.current.keyFor(newOrder),
      newOrder,
    });
    if (answer.data) {
      attempts.current.settle();
      setPlacedOrder(answer.data.insertedId);
      notify.success(toasts.orderPlaced);
      return 'placed';
    }
    if (!isOutcomeUnknown(answer.error)) attempts.current.settle();
    return explain(answer.error, details.quantity);
  };

  const explain = async (error: unknown, quantity: number): Promise<'refused' | 'failed'> => {
    const code = codeOf(error);
    if (code === 'price_changed' || code === 'out_of_stock' || code === 'below_minimum') {
      const { data: fresh = part } = await getPart({ id: part._id });
      const refusal = quantityRefusal(quantity, fresh);
      if (refusal !== null) {
        notify.error(refusal);
        return 'refused';
      }
      setProblem(
        code === 'price_changed'
          ? `The price is now ${formatDollars(fresh.price)}. Look at the new total, then place the order again.`
          : 'The stock has just changed. Look at the new numbers, then place the order again.',
      );
      return 'failed';
    }
    setProblem(sentenceFor(error));
    return 'failed';
  };

  return { place, forget, placing: isLoading, problem, placedOrder };
}
