import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { knownConfig } from '../../lib/config';
import pages from '../../lib/pages.json';
import { FocusedHeading } from '../../ui/layout/focused-heading';
import { Moment } from '../../ui/data/moment';
import { ReviewStep } from './review-step';
import { StatementFields } from './statement-fields';
import { StatementForm } from './statement-form';
import { BLANK, type StatementValues } from './statement-rules';
import './withdrawals.css';

type Step = 'write' | 'review' | { receivedAt: string };

/** Withdrawing from the contract of an order, in two steps and without signing in. */
export function WithdrawPage() {
  const state = useLocation().state as Partial<StatementValues> | null;
  const [values, setValues] = useState<StatementValues>({ ...BLANK, ...state });
  const [step, setStep] = useState<Step>('write');
  return (
    <div className="page section withdrawals-page">
      <title>{pages.withdraw.title}</title>
      {step === 'write' && (
        <>
          <header>
            <h1>Withdraw from contract</h1>
            <p>
              If your order goes to a country in the EU or the EEA, you can withdraw until 14 days
              after it has arrived. You do not need an account or a reason.
            </p>
          </header>
          <StatementForm
            values={values}
            onReview={(written) => {
              setValues(written);
              setStep('review');
            }}
          />
          <Instructions />
        </>
      )}
      {step === 'review' && (
        <ReviewStep
          values={values}
          onChange={() => {
            setStep('write');
          }}
          onReceived={(receivedAt) => {
            setStep({ receivedAt });
          }}
        />
      )}
      {typeof step === 'object' && <Received values={values} at={step.receivedAt} />}
    </div>
  );
}

/** The seller's own instructions; renders nothing without any. */
function Instructions() {
  const paragraphs = knownConfig?.withdrawal ?? [];
  if (paragraphs.length === 0) return null;
  return (
    <section className="withdrawals-instructions" aria-labelledby="withdrawals-instructions">
      <h2 id="withdrawals-instructions">Your right to withdraw</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}

/** The same whether or not the order exists. */
function Received({ values, at }: { values: StatementValues; at: string }) {
  return (
    <>
      <header>
        <FocusedHeading>We have received your withdrawal</FocusedHeading>
        <p>
          It reached us on <Moment at={at} />. We are emailing you a confirmation with the next
          steps; if you have sent this before, our first email counts. You can print this page for
          your records.
        </p>
      </header>
      <StatementFields values={values} />
    </>
  );
}
