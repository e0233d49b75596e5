import { useFormikContext } from 'formik';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Part } from '../../../api/contract/generated-types';
import { isWholeNumber, quantityOf, quantityRefusal } from '../../../lib/quantity';
import { isSoldOut } from '../../../lib/stock';
import { AddToCart } from '../../../ui/controls/add-to-cart';
import { notify } from '../../../ui/messages/notify';
import { PhoneField } from '../../../ui/forms/phone-field';
import { TextField } from '../../../ui/forms/text-field';
import { AddressField, CustomerFields, useKnownCustomer } from '../contact-fields';
import { deleteOrderDraft, type OrderDraft, saveOrderDraft } from './order-draft';
import { limitsOf, type OrderValues } from './order-rules';

/** Why the quantity was refused; a new object for each refusal. */
export interface Refusal {
  reason: string;
  /** Whether the refusal is new; false if it was restored with the draft. */
  isNew: boolean;
}

interface OrderFieldsProps {
  part: Part;
  /** The name on the order. */
  name: string;
  /** The form's values after an order was placed; null before. */
  sent: OrderDraft | null;
  refusal: Refusal | null;
  onQuantityEdit: () => void;
}

const NOTHING: OrderDraft = { address: '', phone: '', quantity: '' };

const isSame = (one: OrderDraft, other: OrderDraft) =>
  one.address === other.address && one.phone === other.phone && one.quantity === other.quantity;

/** The fields of an order. Input is saved; known details are prefilled. */
export function OrderFields(props: OrderFieldsProps) {
  const { part, name, sent, refusal, onQuantityEdit } = props;
  const { values } = useFormikContext<OrderValues>();
  const { email, address, phone, quantity } = values;
  useKnownCustomer(name);
  const refused = refusal !== null;
  const numbers = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const typed = { address, phone, quantity };
    if (isSame(typed, sent ?? NOTHING)) deleteOrderDraft(part._id, email);
    else saveOrderDraft(part._id, email, typed, refused);
  }, [part._id, email, address, phone, quantity, sent, refused]);

  const [isAgain] = useState(sent !== null);
  useEffect(() => {
    if (isAgain) numbers.current?.querySelector<HTMLInputElement>('[name="quantity"]')?.focus();
  }, [isAgain]);

  useEffect(() => {
    if (!refusal?.isNew) return;
    const field = numbers.current?.querySelector<HTMLInputElement>('[name="quantity"]');
    field?.focus();
    field?.select();
  }, [refusal]);

  /**
   * The typed quantity, unless it cannot be ordered; the cart shows the same error as the order.
   */
  const piecesForCart = () => {
    if (!isWholeNumber(quantity)) return null;
    const pieces = quantityOf(quantity, part);
    const reason = quantityRefusal(pieces, part);
    if (reason === null) return pieces;
    notify.error(reason);
    return null;
  };

  return (
    <>
      <CustomerFields />
      <AddressField />
      <div className="pair" ref={numbers}>
        <PhoneField />
        <TextField
          name="quantity"
          label="Quantity"
          type="number"
          inputMode="numeric"
          placeholder={String(part.minOrderQuantity)}
          min={part.minOrderQuantity}
          max={part.available}
          hint={
            refusal === null ? (
              limitsOf(part)
            ) : (
              <span className="refusal">
                <CircleAlert className="icon" />
                {refusal.reason}
              </span>
            )
          }
          refused={refused}
          onEdit={onQuantityEdit}
        />
      </div>
      {!isSoldOut(part) && (
        <p className="or-cart">
          Not the only part you need? <AddToCart part={part} pieces={piecesForCart} />
        </p>
      )}
    </>
  );
}
