import { Printer, Undo2, X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import type { Order, Return } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { returnsApi } from '../../api/returns';
import { paths } from '../../lib/paths';
import { isLinked } from '../../lib/session/order-links';
import { selectGuest } from '../../lib/session/session-slice';
import { Button } from '../../ui/controls/button';
import { ConfirmDialog, useDialogFor } from '../../ui/controls/confirm-dialog';
import { Link } from '../../ui/controls/link';
import { Count, Exact, Money } from '../../ui/data/exact';
import { LastDay, Moment } from '../../ui/data/moment';
import { Alert } from '../../ui/messages/alert';
import { LoadError } from '../../ui/messages/load-error';
import { RequestDialog } from './request-dialog';
import {
  lastReturnDay,
  mayHaveReturns,
  type Obstacle,
  obstacleTo,
  returnableLines,
} from './return-rules';
import { ReturnStateBadge } from './return-state';
import { ALL_REASONS, isOpen, REASONS_FOR_ADMINS, STATES, whyNotDecided } from './return-words';
import { ReturnedLines } from './returned-lines';
import { RightPart } from './right-part';
import './returns.css';

interface OrderReturnsProps {
  order: Order;
  /** The reader is the customer; admins also see the orders of others. */
  isOwn: boolean;
}

/** The returns of a shipped order, and the button that requests one. */
export function OrderReturns({ order, isOwn }: OrderReturnsProps) {
  return mayHaveReturns(order) ? <Returns order={order} isOwn={isOwn} /> : null;
}

function Returns({ order, isOwn }: OrderReturnsProps) {
  const {
    currentData: returns,
    error,
    isFetching,
    refetch,
  } = returnsApi.useListReturnsOfQuery({ id: order._id }, { refetchOnMountOrArgChange: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);
  const [requested, setRequested] = useState<Return | null>(null);
  /** The button that opens the form may be gone afterward, so the confirmation is focused. */
  const toRequest = useDialogFor<Order>(confirmation);
  const toCancel = useDialogFor<Return>(heading);

  if (returns === undefined) {
    if (error === undefined || isFetching) return null;
    return (
      <LoadError level={2} title="The returns did not load" onRetry={() => void refetch()}>
        {sentenceFor(error)}
      </LoadError>
    );
  }
  const obstacle = obstacleTo(order, returns, isOwn);
  // A refunded order has nothing to say about returns that it never had.
  if (obstacle === 'refunded' && returns.length === 0) return null;
  return (
    <section className="returns-section no-print" aria-labelledby="order-returns">
      <h2 id="order-returns" ref={heading} tabIndex={-1}>
        Returns
      </h2>
      {requested && <Confirmation requested={requested} ref={confirmation} />}
      {returns.length > 0 && (
        <ul className="returns-list" aria-label="Returns of this order">
          {returns.map((each) => (
            <Entry
              key={each._id}
              returned={each}
              order={order}
              isOwn={isOwn}
              onCancel={toCancel.open}
            />
          ))}
        </ul>
      )}
      {obstacle === null ? (
        <div className="actions">
          <Button
            icon={<Undo2 className="icon" />}
            onClick={() => {
              setRequested(null);
              toRequest.open(order);
            }}
          >
            Return parts
          </Button>
        </div>
      ) : (
        <p className="hint">
          <Why obstacle={obstacle} order={order} returns={returns} />
        </p>
      )}
      {toRequest.row && (
        <RequestDialog
          order={order._id}
          lines={returnableLines(toRequest.row, returns, isOwn)}
          onRequested={setRequested}
          onClose={toRequest.close}
        />
      )}
      {toCancel.row && <CancelDialog returned={toCancel.row} onClose={toCancel.close} />}
    </section>
  );
}

interface ConfirmationProps {
  requested: Return;
  ref: RefObject<HTMLDivElement | null>;
}

function Confirmation({ requested: { state, arrivesBy }, ref }: ConfirmationProps) {
  return (
    <div ref={ref} className="returns-news" tabIndex={-1}>
      <Alert tone="positive">
        <p>
          {state === 'approved' ? (
            <>
              Approved. Print the return slip and send the parts back
              {arrivesBy !== undefined && (
                <>
                  {' by '}
                  <LastDay at={arrivesBy} />
                </>
              )}
              .
            </>
          ) : (
            'Your request was sent. We will email you our answer.'
          )}
        </p>
      </Alert>
    </div>
  );
}

interface EntryProps {
  returned: Return;
  order: Order;
  isOwn: boolean;
  onCancel: (returned: Return) => void;
}

function Entry({ returned, order, isOwn, onCancel }: EntryProps) {
  const { number, _id, state, reason, foundReason, note, answer, arrivesBy, requestedAt } =
    returned;
  const { refund, fee } = returned;
  const isGuest = useSelector(selectGuest) !== null;
  const slip =
    isGuest || isLinked(order._id) ? paths.guestReturnSlip(order._id, _id) : paths.returnSlip(_id);
  return (
    <li>
      <h3>
        {isOwn ? (
          <Exact value={number} />
        ) : (
          <Link className="text-link" to={paths.returnToManage(number)}>
            <Exact value={number} />
          </Link>
        )}{' '}
        <ReturnStateBadge state={state} />
      </h3>
      <ReturnedLines of={returned} />
      <p>
        {isOwn && STATES[state]}
        {arrivesBy !== undefined && (
          <>
            {' '}
            They have to arrive by <LastDay at={arrivesBy} />.
          </>
        )}
      </p>
      {answer !== undefined && <p className="returns-answer">Our answer: {answer}</p>}
      {fee !== undefined && (
        <p>
          A restocking fee of <Money dollars={fee} /> will be deducted from the refund.
        </p>
      )}
      {refund && (
        <p>
          Refund: <Money dollars={refund.amount} />
          {refund.fee !== undefined && (
            <>
              , after a restocking fee of <Money dollars={refund.fee} />
            </>
          )}
        </p>
      )}
      <p className="hint">
        Requested <Moment at={requestedAt} day />. Reason: {ALL_REASONS[reason]}
        {note !== undefined && <span className="returns-note">{note}</span>}
      </p>
      {foundReason !== undefined && <p>We found: {REASONS_FOR_ADMINS[foundReason]}</p>}
      {isOpen(returned) && (
        <div className="actions">
          {state === 'approved' && (
            <Link className="btn btn-sm" to={slip}>
              <Printer className="icon" />
              Print return slip
            </Link>
          )}
          <Button
            size="small"
            icon={<X className="icon" />}
            aria-label={`Cancel return ${number}`}
            onClick={() => {
              onCancel(returned);
            }}
          >
            Cancel return
          </Button>
        </div>
      )}
      {isOwn && <RightPart of={returned} order={order} />}
    </li>
  );
}

interface CancelDialogProps {
  returned: Return;
  onClose: (done: boolean) => void;
}

function CancelDialog({ returned: { _id, order, number, lines }, onClose }: CancelDialogProps) {
  const [cancelReturn] = returnsApi.useCancelReturnMutation();
  return (
    <ConfirmDialog
      question="Cancel this return?"
      confirm={{ label: 'Cancel return', look: 'danger' }}
      onConfirm={async () => {
        const { data, error } = await cancelReturn({ id: _id, order });
        return data === undefined ? whyNotDecided(error) : null;
      }}
      onClose={onClose}
    >
      <Exact value={number} />,{' '}
      {lines.map(({ line, product, pieces }, position) => (
        <span key={line}>
          {position > 0 && ', '}
          <Count of={pieces} /> × {product}
        </span>
      ))}
      . Keep the parts, and do not send them back.
    </ConfirmDialog>
  );
}

interface WhyProps {
  obstacle: Obstacle;
  order: Order;
  returns: Return[];
}

function Why({ obstacle, order, returns }: WhyProps) {
  switch (obstacle) {
    case 'refunded':
      return 'This order was refunded.';
    case 'disputed':
      return 'The payment of this order is disputed, so the bank decides about its money.';
    case 'nothing-left':
      return 'All pieces of this order were refunded or are being returned.';
    case 'time-over':
      return (
        <>
          The time for returning these parts is over. It ended on{' '}
          <LastDay at={lastReturnDay(order, returns)} />.
        </>
      );
  }
}
