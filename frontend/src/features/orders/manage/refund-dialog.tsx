import { Formik, type FormikHelpers, useFormikContext } from 'formik';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fieldSentences } from '../../../api/contract/field-sentences';
import type { Order } from '../../../api/contract/generated-types';
import { shopApi } from '../../../api/index';
import { codeOf, sentenceFor } from '../../../api/contract/problem';
import { formatDollars } from '../../../lib/format';
import { orderNews, toasts } from '../../../lib/texts';
import { Button, keepFocus } from '../../../ui/controls/button';
import { Modal } from '../../../ui/controls/modal';
import { Form } from '../../../ui/forms/form';
import { refuse } from '../../../ui/forms/server-errors';
import { Alert } from '../../../ui/messages/alert';
import { notify } from '../../../ui/messages/notify';
import { canRefund } from './order-rules';
import { RefundFields } from './refund-fields';
import { blankRefund, partOf, type RefundForm } from './refund-form';
import { useRefund } from './use-refund';
import { useRefundPreview, useRefundRules } from './use-refund-preview';

interface RefundDialogProps {
  order: Order;
  onClose: (done: boolean) => void;
}

/** Confirms a refund, stating the amount and the customer, because it cannot be undone. */
export function RefundDialog({ order: opened, onClose }: RefundDialogProps) {
  // The list may be older than the order itself, which is also refetched after each attempt.
  const { currentData: order = opened } = shopApi.useGetOrderQuery(
    { id: opened._id },
    { refetchOnMountOrArgChange: true },
  );
  const { refund, judgedBy, isRepeat } = useRefund(order);
  const problemsOf = useRefundRules();
  /** An object, so that a repeated message is announced again. */
  const [problem, setProblem] = useState<{ text: string } | null>(null);

  const submit = async (values: RefundForm, form: FormikHelpers<RefundForm>) => {
    setProblem(null);
    const outcome = await refund(values);
    if ('error' in outcome) {
      const { error } = outcome;
      const sentences = sentencesOf(error, values, order);
      refuse(form, values, sentences);
      if (Object.keys(sentences).length === 0) setProblem({ text: inWords(error, REPEATABLE) });
      return;
    }
    if (outcome.refunded === null) notify.info(orderNews.refundedBefore);
    else notify.success(toasts.orderRefunded(formatDollars(outcome.refunded)));
    onClose(true);
  };

  return (
    <Formik
      initialValues={blankRefund(opened)}
      validate={(values) => problemsOf(values, judgedBy(values), isRepeat(values))}
      onSubmit={submit}
    >
      {({ values, isSubmitting }) => (
        <Question
          order={judgedBy(values)}
          busy={isSubmitting}
          problem={problem}
          onCancel={() => {
            onClose(false);
          }}
        />
      )}
    </Formik>
  );
}

interface QuestionProps {
  order: Order;
  busy: boolean;
  /** Why the last attempt failed. */
  problem: { text: string } | null;
  onCancel: () => void;
}

function Question({ order, busy, problem, onCancel }: QuestionProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const { values, validateForm, submitForm } = useFormikContext<RefundForm>();
  const isOpen = canRefund(order);
  const { preview, error, isPending } = useRefundPreview(order);
  const what = `${preview ? formatDollars(preview.amount) : 'a part of the order'} to ${order.name}`;
  // Shown at the lines.
  const isTooMuch = codeOf(error) === 'too_much_money' && values.choice !== 'amount';
  const refused = problem?.text ?? (error && !isTooMuch ? inWords(error) : undefined);

  useEffect(() => {
    cancelButton.current?.focus();
  }, []);
  useEffect(() => {
    // A valid amount may be too much for the order as it is now.
    void validateForm();
  }, [order, error, validateForm]);
  useEffect(() => {
    // The pressed button was disabled in the meantime, or is gone.
    if (problem) message.current?.focus();
  }, [problem]);

  return (
    <Modal
      title={isOpen ? `Refund ${what}?` : 'Nothing to refund'}
      busy={busy}
      onCancel={onCancel}
      broad
    >
      <Form className="dialog-form refund-form">
        {isOpen ? (
          <>
            <RefundFields order={order} preview={preview} />
            <p>This cannot be undone.</p>
          </>
        ) : (
          <p>{order.dispute === 'open' ? DISPUTED : orderNews.refundedBefore}</p>
        )}
        {refused !== undefined && (
          <div ref={message} tabIndex={-1}>
            <Alert tone="danger">
              <p>{refused}</p>
            </Alert>
          </div>
        )}
        <div className="actions">
          <button
            ref={cancelButton}
            type="button"
            className="btn"
            disabled={busy}
            onClick={onCancel}
          >
            {isOpen ? 'cancel' : 'close'}
          </button>
          {isOpen && (
            // Submits the form itself: with a button of type "submit", Enter on a choice or in a
            // field would issue a refund.
            <Button
              look="danger"
              icon={<Undo2 className="icon" />}
              busy={busy}
              // Its label states the amount, so it must not be pressed before that is known.
              disabled={isPending}
              onMouseDown={keepFocus}
              onClick={() => void submitForm()}
            >
              {`Refund ${what}`}
            </Button>
          )}
        </div>
      </Form>
    </Modal>
  );
}

const DISPUTED = 'The payment of this order is disputed.';

/** The server's field errors, by form field. */
function sentencesOf(error: unknown, values: RefundForm, order: Order): Record<string, string> {
  const labels = { amount: 'amount', note: 'note', 'lines[].pieces': 'pieces' };
  const lines = partOf(values, order)?.lines ?? [];
  return Object.fromEntries(
    Object.entries(fieldSentences(error, labels)).map(([field, sentence]) => {
      const sent = lines[Number(/^lines\[(\d+)\]/.exec(field)?.[1])];
      return [sent === undefined ? field : `${values.choice}.${Number(sent.line) - 1}`, sentence];
    }),
  );
}

/** Advice if the refund may have been made. */
const REPEATABLE = 'Send it again to be sure: nothing is refunded twice.';

function inWords(error: unknown, unlessDone?: string): string {
  switch (codeOf(error)) {
    case 'too_much_money':
      return 'The refundable amount of this order has changed. Check it, then try again.';
    case 'pieces_not_kept':
      return 'This order now has fewer pieces left. Check how many, then try again.';
    case 'cores_not_left':
      return 'This order now has fewer core charges left. Check how many, then try again.';
    default:
      return sentenceFor(error, unlessDone);
  }
}
