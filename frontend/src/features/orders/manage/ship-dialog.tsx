import { Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { object, string } from 'yup';
import {
  carrierName,
  trackingNumber as trackingLimit,
} from '../../../api/contract/generated-types';
import type { Order } from '../../../api/contract/generated-types';
import { orderName } from '../../../lib/orders';
import { notTooLong } from '../../../lib/text-rules';
import { Exact, Things } from '../../../ui/data/exact';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { TextField } from '../../../ui/forms/text-field';
import { Alert } from '../../../ui/messages/alert';
import { addressLines } from '../address-lines';
import { whyNotShip } from './order-rules';
import type { Shipments } from './use-held-shipments';

const schema = object({
  carrier: string().trim().test(notTooLong('carrier', carrierName)),
  trackingNumber: string().trim().test(notTooLong('tracking number', trackingLimit)),
});

const orNone = (text: string) => (text.trim() === '' ? undefined : text.trim());

interface ShipDialogProps {
  orders: Order[];
  /** How many of the selected orders are skipped because they need a review. */
  leftOut: number;
  /** An undone shipment; the form is filled in from it. */
  undone: Shipments | null;
  /** Returns why it failed; null on success. */
  onShip: (shipments: Shipments) => Promise<string | null>;
  onClose: () => void;
}

/** Asks for the carrier and tracking number; both are optional and can be added later. */
export function ShipDialog({ orders, leftOut, undone, onShip, onClose }: ShipDialogProps) {
  const [order, ...others] = orders;
  if (order === undefined) return null;
  const isOne = others.length === 0;
  const isShipped = isOne && order.status === 'shipped';
  const against = isOne && !isShipped ? whyNotShip(order) : null;
  return (
    <FormDialog
      title={titleOf(orders)}
      initialValues={startOf(orders, undone)}
      schema={schema}
      submit={{
        label: isShipped ? 'Save' : against === null ? 'Ship' : 'Ship anyway',
        icon: <Truck className="icon" />,
      }}
      onSubmit={({ carrier, trackingNumber }) =>
        onShip({
          orders,
          carrier: orNone(carrier),
          trackingNumber: isOne ? orNone(trackingNumber) : undefined,
        })
      }
      onClose={onClose}
    >
      {isOne && !isShipped && <p>Ships to {addressLines(order).join(', ')}</p>}
      {against !== null && (
        <Alert tone="warning">
          <p>{against} Ship it anyway?</p>
        </Alert>
      )}
      {leftOut > 0 && (
        <p className="hint">
          <Things of={leftOut} one="order is" many="orders are" /> left out: not paid, disputed,
          refunded, withdrawn or shipped already.
        </p>
      )}
      <TextField name="carrier" label="Carrier (optional)" autoComplete="off" />
      {isOne && (
        <TextField name="trackingNumber" label="Tracking number (optional)" autoComplete="off" />
      )}
    </FormDialog>
  );
}

/** Initial values: a single order's known data, or what was typed for these orders before. */
function startOf(orders: Order[], undone: Shipments | null) {
  const [order, ...others] = orders;
  const isOne = others.length === 0;
  const isPending = orders.every(({ status }) => status === 'pending');
  const isUndone = orders.every(({ _id }) => undone?.orders.some((other) => other._id === _id));
  const typed = isPending && isUndone ? undone : null;
  const known = isOne ? order : undefined;
  return {
    carrier: known?.carrier ?? typed?.carrier ?? '',
    trackingNumber: known?.trackingNumber ?? (isOne ? typed?.trackingNumber : undefined) ?? '',
  };
}

function titleOf([order, ...others]: Order[]): ReactNode {
  if (order === undefined) return '';
  if (others.length > 0) return `Ship ${others.length + 1} orders`;
  const name = (
    <span className="nowrap">
      <Exact value={orderName(order)} />
    </span>
  );
  return order.status === 'shipped' ? (
    <>Tracking of {name}</>
  ) : (
    <>
      Ship {name} to {order.name}
    </>
  );
}
