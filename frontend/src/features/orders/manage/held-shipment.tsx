import { Truck, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { orderName } from '../../../lib/orders';
import { Button } from '../../../ui/controls/button';
import { Exact, Things } from '../../../ui/data/exact';
import { HELD_MS, type Shipments } from './use-held-shipments';

interface HeldShipmentProps {
  shipments: Shipments;
  onUndo: () => void;
  /** Sends it immediately. */
  onSend: () => void;
  /** Receives the focus when the buttons that had it are gone. */
  heading: RefObject<HTMLElement | null>;
}

/**
 * A shipment that can still be undone. Takes the focus, because the dialog it came from is gone.
 */
export function HeldShipment({ shipments, onUndo, onSend, heading }: HeldShipmentProps) {
  const { orders } = shipments;
  const seconds = useSecondsLeft(shipments);
  const undo = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [first] = orders;
  useLayoutEffect(() => {
    const element = box.current;
    const place = heading.current;
    return () => {
      if (element?.contains(document.activeElement) === true) place?.focus();
    };
  }, [heading]);
  useEffect(() => {
    undo.current?.focus();
  }, [shipments]);

  return (
    <div className="pending-shipment" ref={box}>
      <Truck className="icon" />
      <p role="status">
        {orders.length === 1 && first ? (
          <>
            Shipping <Exact value={orderName(first)} /> to {first.name}.
          </>
        ) : (
          <>
            Shipping <Things of={orders.length} one="order" many="orders" />.
          </>
        )}{' '}
        You have ten seconds to undo this.
      </p>
      {/* Screen readers announce the time once, in words; the countdown is visual only. */}
      <span className="countdown" aria-hidden="true">
        <Exact value={seconds} /> s
      </span>
      <span className="actions">
        <Button ref={undo} size="small" icon={<Undo2 className="icon" />} onClick={onUndo}>
          Undo
        </Button>
        <Button size="small" onClick={onSend}>
          Ship now
        </Button>
      </span>
    </div>
  );
}

function useSecondsLeft(shipments: Shipments): number {
  const [left, setLeft] = useState({ of: shipments, seconds: HELD_MS / 1000 });
  if (left.of !== shipments) setLeft({ of: shipments, seconds: HELD_MS / 1000 });
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(({ of, seconds }) => ({ of, seconds: Math.max(1, seconds - 1) }));
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [shipments]);
  return left.seconds;
}
