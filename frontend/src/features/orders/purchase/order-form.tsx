import { Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Part } from '../../../api/contract/generated-types';
import { lineTotal } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { quantityOf, quantityRefusal } from '../../../lib/quantity';
import { usePerson } from '../../../lib/session/session-slice';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { Exact, Money } from '../../../ui/data/exact';
import { Form } from '../../../ui/forms/form';
import { refuse } from '../../../ui/forms/server-errors';
import { Alert } from '../../../ui/messages/alert';
import { type Placed, PlacedOrder } from '../placed-order';
import { OrderFit } from './order-fit';
import { useOrderFit } from './use-order-fit';
import { deleteOrderDraft, type OrderDraft, readOrderDraft } from './order-draft';
import { OrderFields, type Refusal } from './order-fields';
import { orderSchema, type OrderValues, refusalOnPage, shortage } from './order-rules';
import { usePlaceOrder } from './use-place-order';

/** The refusal shown when the page was left, if it still applies. */
function refusalBefore({ quantity }: OrderDraft, part: Part): Refusal | null {
  const pieces = quantityOf(quantity, part);
  if (quantityRefusal(pieces, part) === null) return null;
  return { reason: refusalOnPage(pieces, part), isNew: false };
}

/** The quantity in the URL, set by the part's page, and a function that removes it. */
function useQuantityInUrl(): [string | null, () => void] {
  const [query, setQuery] = useSearchParams();
  const quantity = query.get('quantity');
  const remove = () => {
    if (quantity === null) return;
    setQuery(
      (before) => {
        before.delete('quantity');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [quantity !== null && /^\d{1,9}$/.test(quantity) ? quantity : null, remove];
}

function placedOf(id: string, part: Part, quantity: number): Placed {
  const { _id, title, price, img } = part;
  const total = lineTotal(price, quantity);
  const quoted = { image: img, unitPrice: price };
  return { id, lines: [{ part: _id, title, quantity, total, quoted }], total };
}

export function OrderForm({ part }: { part: Part }) {
  const person = usePerson();
  const { place, problem, unsure } = usePlaceOrder(part, person);
  const [{ draft, refused }] = useState(() => readOrderDraft(part._id, person.email));
  const [quantityInUrl, removeFromUrl] = useQuantityInUrl();
  const [initialValues] = useState({
    ...person,
    ...draft,
    ...(quantityInUrl !== null && { quantity: quantityInUrl }),
  });
  /** A refused quantity disables the button until it is changed. */
  const [refusal, setRefusal] = useState(() =>
    refused && quantityInUrl === null ? refusalBefore(draft, part) : null,
  );
  const [sent, setSent] = useState<OrderDraft | null>(null);
  /** The placed order replaces the form, so that it is not ordered twice. */
  const [placed, setPlaced] = useState<Placed | null>(null);
  const fit = useOrderFit(part);
  const short = shortage(part);
  const navigate = useNavigate();

  const submit = async (values: OrderValues, form: FormikHelpers<OrderValues>) => {
    const quantity = quantityOf(values.quantity, part);
    const confirmed = fit.confirm();
    if (confirmed === null) return;
    const outcome = await place({
      address: values.address.trim(),
      phone: values.phone.trim(),
      quantity,
      ...confirmed,
    });
    setRefusal(outcome.kind === 'refused' ? { reason: outcome.reason, isNew: true } : null);
    if (outcome.kind === 'failed') refuse(form, values, outcome.fields);
    if (outcome.kind === 'failed' && outcome.fit === 'changed') fit.refetch();
    if (outcome.kind === 'checkout') void navigate(outcome.address);
    if (outcome.kind !== 'placed') return;
    // Address and phone stay for the next order; the draft is no longer needed.
    deleteOrderDraft(part._id, person.email);
    fit.removeTicks();
    setSent({ ...values, quantity: '' });
    setPlaced(placedOf(outcome.id, part, quantity));
    removeFromUrl();
    await form.setFieldValue('quantity', '');
  };

  return (
    <Formik<OrderValues>
      initialValues={initialValues}
      validationSchema={orderSchema}
      onSubmit={submit}
    >
      {({ values, isSubmitting }) =>
        placed !== null ? (
          <PlacedOrder placed={placed} level={2}>
            <Link
              className="btn"
              to={paths.purchase(part._id)}
              replace
              onClick={() => {
                setPlaced(null);
              }}
            >
              Order again
            </Link>
          </PlacedOrder>
        ) : (
          <Form className="card" label="Your order" rules={orderSchema}>
            <h2>Your order</h2>
            <OrderFields
              part={part}
              name={person.name}
              sent={sent}
              refusal={refusal}
              onQuantityEdit={() => {
                setRefusal(null);
                removeFromUrl();
              }}
            />
            <OrderFit part={part} fit={fit} />
            <OrderTotal
              part={part}
              quantity={refusal === null ? quantityOf(values.quantity, part) : null}
            />
            {short !== null && (
              <Alert tone="warning">
                <p>
                  {short} <Link to={paths.shop}>Browse other parts</Link>
                </p>
              </Alert>
            )}
            <Button
              look="primary"
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
                  {problem} {unsure && <Link to={paths.dashboard}>Check My Orders</Link>}
                </p>
              </Alert>
            )}
          </Form>
        )
      }
    </Formik>
  );
}

interface OrderTotalProps {
  part: Part;
  /** Null while it is refused. */
  quantity: number | null;
}

/** The total at current prices; a dash for a refused or invalid quantity. */
function OrderTotal({ part: { price, core }, quantity }: OrderTotalProps) {
  const known = quantity !== null && Number.isInteger(quantity) && quantity > 0;
  return (
    <>
      <p className="total" aria-live="polite">
        <span>
          {known ? (
            <>
              <Exact value={quantity} /> × <Money dollars={price} />
            </>
          ) : (
            'Total'
          )}
        </span>
        <b>{known ? <Money dollars={lineTotal(price, quantity)} /> : '–'}</b>
      </p>
      {known && core !== undefined && (
        <p className="hint">
          Plus a core charge of <Money dollars={lineTotal(core, quantity)} />, refunded when you
          return your old parts.
        </p>
      )}
    </>
  );
}
