import { Formik, type FormikHelpers } from 'formik';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Part } from '../../api/generated-types';
import { askName } from '../../api/own-name';
import { useShopDispatch } from '../../api/use-shop-dispatch';
import { paths } from '../../lib/paths';
import { usePerson } from '../../lib/session/use-person';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Form } from '../../ui/fields/form';
import { refuse } from '../../ui/fields/refusals';
import { readOrderDraft, type OrderDraft } from './order-draft';
import { OrderFields, type Refusal } from './order-fields';
import { quantityOf, quantityRefusal, refusalOnPage, shortage } from './order-rules';
import { orderSchema, type OrderValues } from './order-schema';
import { OrderTotal } from './order-total';
import { PlacedOrder } from './placed-order';
import { usePlaceOrder } from './use-place-order';

/** The refusal that stood when the page was left, unless the stock has overtaken it. */
function refusalBefore({ quantity }: OrderDraft, part: Part): Refusal | null {
  const pieces = quantityOf(quantity, part);
  if (quantityRefusal(pieces, part) === null) return null;
  return { reason: refusalOnPage(pieces, part), isNews: false };
}

export function OrderForm({ part }: { part: Part }) {
  const person = usePerson();
  const { place, problem, unsure, placedOrder } = usePlaceOrder(part, person);
  const [{ draft, refused }] = useState(() => readOrderDraft(part._id, person.email));
  const [initialValues] = useState({ ...person, ...draft });
  /** A refused quantity keeps the button off until it is changed. */
  const [refusal, setRefusal] = useState(() => (refused ? refusalBefore(draft, part) : null));
  const [sent, setSent] = useState<OrderDraft | null>(null);
  const short = shortage(part);

  const dispatch = useShopDispatch();
  useEffect(() => {
    void dispatch(askName());
  }, [dispatch]);

  const submit = async (values: OrderValues, form: FormikHelpers<OrderValues>) => {
    const end = await place({
      address: values.address.trim(),
      phone: values.phone.trim(),
      quantity: quantityOf(values.quantity, part),
    });
    setRefusal(end.kind === 'refused' ? { reason: end.reason, isNews: true } : null);
    if (end.kind === 'failed') refuse(form, values, end.fields);
    if (end.kind !== 'placed') return;
    // Address and phone stay for the next order; nothing is half-filled any more.
    setSent({ ...values, quantity: '' });
    await form.setFieldValue('quantity', '');
  };

  return (
    <Formik<OrderValues>
      initialValues={initialValues}
      validationSchema={orderSchema}
      onSubmit={submit}
    >
      {({ values, isSubmitting }) => (
        <Form className="card" label="Your order">
          <h2>Your order</h2>
          <OrderFields
            part={part}
            name={person.name}
            sent={sent}
            refusal={refusal}
            onQuantityEdit={() => {
              setRefusal(null);
            }}
          />
          <OrderTotal
            price={part.price}
            quantity={refusal === null ? quantityOf(values.quantity, part) : null}
          />
          {short !== null && (
            <Alert tone="warning">
              <p>
                {short} <Link to={paths.shop}>Look at other parts</Link>
              </p>
            </Alert>
          )}
          <Button
            look={placedOrder === null ? 'primary' : 'plain'}
            size="large"
            type="submit"
            className="btn-block"
            busy={isSubmitting}
            disabled={refusal !== null || short !== null}
          >
            PLACE ORDER
          </Button>
          {problem !== null && (
            <Alert tone="danger">
              <p>
                {problem} {unsure && <Link to={paths.dashboard}>Look at My Orders</Link>}
              </p>
            </Alert>
          )}
          {placedOrder !== null && <PlacedOrder id={placedOrder} />}
        </Form>
      )}
    </Formik>
  );
}
