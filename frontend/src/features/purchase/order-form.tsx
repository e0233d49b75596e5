import { Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Part } from '../../api/generated';
import { paths } from '../../lib/paths';
import { usePerson } from '../../lib/session/use-person';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Form } from '../../ui/fields/form';
import { TextField } from '../../ui/fields/text-field';
import { notify } from '../../ui/notify';
import { canBeOrdered, quantityOf, quantityRefusal } from './order-rules';
import { orderSchema, type OrderForm as Values } from './order-schema';
import { OrderTotal } from './order-total';
import { usePlaceOrder } from './use-place-order';

export function OrderForm({ part }: { part: Part }) {
  const person = usePerson();
  const { place, forget, placing, problem, placedOrder } = usePlaceOrder(part, person);
  /** A refused quantity keeps the button off until it is changed. */
  const [refused, setRefused] = useState(false);

  const submit = async (values: Values, form: FormikHelpers<Values>) => {
    const quantity = quantityOf(values.quantity, part);
    const refusal = quantityRefusal(quantity, part);
    if (refusal !== null) {
      forget();
      notify.error(refusal);
      setRefused(true);
      return;
    }
    const outcome = await place({
      address: values.address.trim(),
      phone: values.phone.trim(),
      quantity,
    });
    setRefused(outcome === 'refused');
    // Address and phone stay for the next order.
    if (outcome === 'placed') await form.setFieldValue('quantity', '');
  };

  return (
    <Formik<Values>
      initialValues={{ ...person, address: '', phone: '', quantity: '' }}
      validationSchema={orderSchema}
      onSubmit={submit}
    >
      {({ values }) => (
        <Form className="card" label="Your order">
          <h2>Your order</h2>
          <div className="pair">
            <TextField name="name" label="Name" readOnly />
            <TextField name="email" label="Email" type="email" readOnly />
          </div>
          <TextField name="address" label="Address" autoComplete="street-address" />
          <div className="pair">
            <TextField
              name="phone"
              label="Phone"
              type="number"
              inputMode="tel"
              autoComplete="tel"
            />
            <TextField
              name="quantity"
              label="Quantity"
              type="number"
              inputMode="numeric"
              placeholder={String(part.minOrderQuantity)}
              hint={`${part.minOrderQuantity} to ${part.available} pieces`}
              refused={refused}
              onEdit={() => {
                setRefused(false);
              }}
            />
          </div>
          <OrderTotal price={part.price} quantity={quantityOf(values.quantity, part)} />
          {!canBeOrdered(part) && (
            <Alert tone="warning">
              <p>Stock is below the minimum order. This part cannot be ordered now.</p>
            </Alert>
          )}
          <Button
            look="primary"
            size="large"
            type="submit"
            className="btn-block"
            busy={placing}
            disabled={refused || !canBeOrdered(part)}
          >
            PLACE ORDER
          </Button>
          {problem !== null && (
            <Alert tone="danger">
              <p>{problem}</p>
            </Alert>
          )}
          {placedOrder !== null && (
            <Alert tone="positive">
              <p>
                Your order is placed and the pieces are held for you.{' '}
                <Link to={paths.payment(placedOrder)}>Pay now</Link>
              </p>
            </Alert>
          )}
        </Form>
      )}
    </Formik>
  );
}
