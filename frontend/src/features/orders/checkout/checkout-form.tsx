import { Formik, useFormikContext, type FormikHelpers } from 'formik';
import { type ReactNode, useEffect, useState } from 'react';
import { object } from 'yup';
import type { Quote } from '../../../api/generated-types';
import type { PricedCart } from '../../../api/use-quote';
import { isSameCart } from '../../../lib/cart/cart-changes';
import { formatDollars } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { usePerson } from '../../../lib/session/session-slice';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { Form } from '../../../ui/forms/form';
import { refuse } from '../../../ui/forms/server-errors';
import { Alert } from '../../../ui/messages/alert';
import { AddressField, CustomerFields, PhoneField, useKnownCustomer } from '../contact-fields';
import { type Contact, contactRules } from '../contact-rules';
import type { Placed } from '../placed-order';
import { dropCheckoutDraft, keepCheckoutDraft, readCheckoutDraft } from './checkout-draft';
import { type Failure, offerOf, SEE_LINES, useCheckOut } from './use-check-out';

const checkoutSchema = object(contactRules);

interface CheckoutValues extends Contact {
  name: string;
  email: string;
}

interface CheckoutFormProps {
  quote: Quote;
  /** What the page shows. */
  priced: PricedCart;
  onPlaced: (order: Placed) => void;
  /** What is ordered: it stands right above the button. */
  children: ReactNode;
}

/** Where the goods go, and the order itself. */
export function CheckoutForm({ quote, priced, onPlaced, children }: CheckoutFormProps) {
  const person = usePerson();
  const { place, failure, unconfirmed } = useCheckOut(person);
  /** The customer agrees to the total that is shown, and to no other. */
  const isCurrent = priced.current && priced.error === undefined;
  const canRepeat = unconfirmed !== null && isSameCart(unconfirmed.lines, priced.lines);
  const [initialValues] = useState({ ...person, ...readCheckoutDraft(person.email) });

  const submit = async (values: CheckoutValues, form: FormikHelpers<CheckoutValues>) => {
    const { address, phone } = values;
    const contact = { address: address.trim(), phone: phone.trim() };
    const end = await place(contact, canRepeat ? unconfirmed : offerOf(quote));
    if (end.kind === 'failed') {
      refuse(form, values, end.fields);
      return;
    }
    dropCheckoutDraft(person.email);
    onPlaced(end.order);
  };

  return (
    <Formik<CheckoutValues>
      initialValues={initialValues}
      validationSchema={checkoutSchema}
      onSubmit={submit}
    >
      {({ isSubmitting }) => (
        <Form className="card" label="Your order">
          <h2>Where it goes</h2>
          <ContactOf name={person.name} />
          {children}
          <Button
            look="primary"
            size="large"
            type="submit"
            className="btn-block"
            busy={isSubmitting}
            disabled={!canRepeat && !(isCurrent && quote.orderable)}
          >
            PLACE ORDER
          </Button>
          {!quote.orderable && !canRepeat && <NotOrderable quote={quote} />}
          {failure !== null && (
            <FailureNews failure={failure} quote={quote} isCurrent={isCurrent} />
          )}
          <p className="hint">You pay on the next page.</p>
        </Form>
      )}
    </Formik>
  );
}

/** The fields of the form. What is typed is kept; what the shop knows of the person is filled in. */
function ContactOf({ name }: { name: string }) {
  const { email, address, phone } = useFormikContext<CheckoutValues>().values;
  useKnownCustomer(name);
  useEffect(() => {
    keepCheckoutDraft(email, { address, phone });
  }, [email, address, phone]);
  return (
    <>
      <CustomerFields />
      <AddressField />
      <PhoneField />
    </>
  );
}

/** Why the button is off. Each line says what is wrong with it. */
function NotOrderable({ quote: { lines, problem } }: { quote: Quote }) {
  const isOfLines = lines.some((line) => line.problem !== undefined);
  return (
    <Alert tone="warning">
      <p>
        {isOfLines || problem === undefined ? SEE_LINES : problem.detail}{' '}
        <Link to={paths.cart}>Change the cart</Link>
      </p>
    </Alert>
  );
}

interface FailureNewsProps {
  failure: Failure;
  quote: Quote;
  isCurrent: boolean;
}

/** What came of the last attempt. */
function FailureNews({ failure: { kind, text }, quote, isCurrent }: FailureNewsProps) {
  // The lines say it themselves, and why the button is off stands beside it.
  if (kind === 'lines' && !quote.orderable) return null;
  if (kind === 'price') {
    if (!isCurrent) return null;
    return (
      <Alert tone="danger">
        <p>
          The total is now {formatDollars(quote.total)}. {text}
        </p>
      </Alert>
    );
  }
  return (
    <Alert tone="danger">
      <p>
        {text} {kind === 'unsure' && <Link to={paths.dashboard}>Check My Orders</Link>}
        {kind === 'lines' && <Link to={paths.cart}>Change the cart</Link>}
      </p>
    </Alert>
  );
}
