import { Formik } from 'formik';
import { type ReactNode, useState } from 'react';
import { adminApi } from '../../api/admin';
import { fieldSentences } from '../../api/contract/field-sentences';
import type { Rates, TriedRates, TrialRequest } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { placeName } from '../../lib/places/regions';
import { Money } from '../../ui/data/exact';
import { CheckField } from '../../ui/forms/choice-fields';
import { Form, SubmitButton } from '../../ui/forms/form';
import { refuse } from '../../ui/forms/server-errors';
import { TextField } from '../../ui/forms/text-field';
import { Alert } from '../../ui/messages/alert';
import { PlaceFields } from './place-fields';
import { blankTrial, chargesOf, TRIAL_LABELS, trialOf, trialSchema } from './trial-form';

/** A test order, to see what the rates charge for it. */
export function Trial({ rates }: { rates: Rates }) {
  const [tryRates, { currentData: tried, originalArgs }] = adminApi.useLazyTryRatesQuery();
  const [problem, setProblem] = useState<string | null>(null);
  const [start] = useState(() =>
    blankTrial(rates.shippingMethods.find(({ countries }) => countries.length > 0)?.countries[0]),
  );
  return (
    <section className="dash-section" aria-label="Try an address">
      <h2>Try an address</h2>
      <p className="hint">What a customer would pay with the saved settings.</p>
      <div className="rate-test">
        <Formik
          initialValues={start}
          validationSchema={trialSchema}
          onSubmit={async (values, form) => {
            setProblem(null);
            const { error } = await tryRates({
              trialRequest: trialOf(trialSchema.cast(values)),
            });
            const { grams: kilograms, ...others } = fieldSentences(error, TRIAL_LABELS);
            const refused = { ...others, ...(kilograms !== undefined && { kilograms }) };
            refuse(form, values, refused);
            if (error !== undefined && Object.keys(refused).length === 0)
              setProblem(sentenceFor(error));
          }}
        >
          <Form label="Try an address" rules={trialSchema}>
            <div className="pair">
              <PlaceFields none="Choose…" />
            </div>
            <div className="four-columns">
              <TextField name="postalCode" label="Postal code" autoComplete="off" />
              <TextField name="kilograms" label="Weight in kg" inputMode="decimal" />
              <TextField name="goods" label="Goods in $" inputMode="decimal" />
              <TextField name="cores" label="Core charge in $" inputMode="decimal" />
            </div>
            <div className="actions">
              <CheckField name="hazmat">Dangerous goods</CheckField>
              <SubmitButton look="plain">Try</SubmitButton>
            </div>
            {problem !== null && (
              <Alert tone="danger">
                <p>{problem}</p>
              </Alert>
            )}
          </Form>
        </Formik>
        <div aria-live="polite">
          {tried && originalArgs && (
            <Tried tried={tried} trial={originalArgs.trialRequest} rates={rates} />
          )}
        </div>
      </div>
    </section>
  );
}

interface TriedProps {
  tried: TriedRates;
  trial: TrialRequest;
  rates: Rates;
}

/** The result: each shipping method, and the total with the cheapest. */
function Tried({ tried, trial, rates: { shippingMethods, taxRates } }: TriedProps) {
  const charges = chargesOf(tried, trial, {
    anyActive: shippingMethods.some(({ active }) => active),
    taxRates,
  });
  const cores = Number(trial.cores ?? 0);
  return (
    <div className="rate-results">
      <h3>{placeName(trial.country, trial.region ?? undefined)}</h3>
      {tried.shipping.length > 0 && (
        <dl>
          {tried.shipping.map(({ method, name, price, refused }) => (
            <Line key={method} label={name}>
              {price === undefined ? (
                <span className="not-set">{`not offered: ${refused ?? ''}`}</span>
              ) : (
                <Money dollars={price} />
              )}
            </Line>
          ))}
        </dl>
      )}
      <dl>
        <Line label="Goods">
          <Money dollars={Number(trial.goods)} />
        </Line>
        {cores > 0 && (
          <Line label="Core charge (refundable)">
            <Money dollars={cores} />
          </Line>
        )}
        <Line label={charges.shipping?.name ?? 'Shipping'}>
          {charges.unshippable ? 'not possible' : <Money dollars={charges.shipping?.price ?? 0} />}
        </Line>
        <Line label={charges.taxLabel}>
          {tried.tax === undefined ? 'too high to charge' : <Money dollars={charges.tax} />}
        </Line>
        {charges.total !== undefined && (
          <div className="total">
            <dt>{charges.shipping ? `Total with ${charges.shipping.name}` : 'Total'}</dt>
            <dd>
              <b>
                <Money dollars={charges.total} />
              </b>
            </dd>
          </div>
        )}
      </dl>
      {charges.unshippable && (
        <Alert tone="warning">
          <p>No shipping method delivers this order there, so it cannot be placed.</p>
        </Alert>
      )}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
