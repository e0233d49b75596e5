import { useFormikContext } from 'formik';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Part } from '../../../api/generated-types';
import { shopApi } from '../../../api/index';
import { TextField } from '../../../ui/forms/text-field';
import { dropOrderDraft, keepOrderDraft, type OrderDraft } from './order-draft';
import { limitsOf, type OrderValues } from './order-rules';

/** Why the quantity was refused; a new object for each refusal. */
export interface Refusal {
  reason: string;
  /** It has just been said; otherwise it was found again with the draft. */
  isNews: boolean;
}

interface OrderFieldsProps {
  part: Part;
  /** The name that the order will carry. */
  name: string;
  /** What is left in the form after an order was placed; null before. */
  sent: OrderDraft | null;
  refusal: Refusal | null;
  onQuantityEdit: () => void;
}

const NOTHING: OrderDraft = { address: '', phone: '', quantity: '' };

const isSame = (one: OrderDraft, other: OrderDraft) =>
  one.address === other.address && one.phone === other.phone && one.quantity === other.quantity;

/** The fields of an order. What is typed is kept; what the shop knows of the person is filled in. */
export function OrderFields(props: OrderFieldsProps) {
  const { part, name, sent, refusal, onQuantityEdit } = props;
  const { values, touched, setFieldValue } = useFormikContext<OrderValues>();
  const { email, address, phone, quantity } = values;
  const contact = useKnownContact(email);
  const refused = refusal !== null;
  const numbers = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const typed = { address, phone, quantity };
    if (isSame(typed, sent ?? NOTHING)) dropOrderDraft(part._id, email);
    else keepOrderDraft(part._id, email, typed, refused);
  }, [part._id, email, address, phone, quantity, sent, refused]);

  useEffect(() => {
    if (values.name !== name) void setFieldValue('name', name);
  }, [values.name, name, setFieldValue]);

  const offered = useRef(false);
  useEffect(() => {
    if (contact === null || offered.current) return;
    offered.current = true;
    // Only into what nobody has turned to yet: whoever types is right.
    const offer = (field: 'address' | 'phone', typed: string) => {
      if (typed !== '' || touched[field] === true || contact[field] === '') return;
      void setFieldValue(field, contact[field]);
    };
    offer('address', address);
    offer('phone', phone);
  }, [contact, address, phone, touched, setFieldValue]);

  const [isAgain] = useState(sent !== null);
  useEffect(() => {
    if (isAgain) numbers.current?.querySelector<HTMLInputElement>('[name="quantity"]')?.focus();
  }, [isAgain]);

  useEffect(() => {
    if (!refusal?.isNews) return;
    const field = numbers.current?.querySelector<HTMLInputElement>('[name="quantity"]');
    field?.focus();
    field?.select();
  }, [refusal]);

  return (
    <>
      <div className="pair">
        <TextField name="name" label="Name" autoComplete="name" readOnly />
        <TextField name="email" label="Email" type="email" autoComplete="email" readOnly />
      </div>
      <TextField name="address" label="Address" autoComplete="street-address" />
      <div className="pair" ref={numbers}>
        <TextField name="phone" label="Phone" type="tel" autoComplete="tel" />
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
    </>
  );
}

interface Contact {
  address: string;
  phone: string;
}

/**
 * Where the person had their last paid order sent, or else what their profile says; null until known. Not an unpaid
 * one: who used this address before it was confirmed may have placed it, to have goods sent to themselves.
 */
function useKnownContact(email: string): Contact | null {
  const orders = shopApi.useListOrdersOfQuery({ key: email, limit: 5 });
  const last = orders.currentData?.find((order) => order.paid);
  const asked = orders.currentData !== undefined || orders.isError;
  const profile = shopApi.useGetUserQuery({ email }, { skip: !asked || last !== undefined });

  if (last) return { address: last.address, phone: last.phone };
  if (!profile.currentData) return null;
  const { address, phone } = profile.currentData;
  return { address: address ?? '', phone: phone ?? '' };
}
