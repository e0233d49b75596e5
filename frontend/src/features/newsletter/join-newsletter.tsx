import type { ReactNode } from 'react';
import { shopApi } from '../../api/index';
import { fieldSentences } from '../../api/contract/field-sentences';
import { sentenceFor } from '../../api/contract/problem';
import type { Dispatch } from '../../api/session/dispatch';
import { couponOffer } from '../../lib/coupon-offer';
import { emailRefusal } from '../../lib/text-rules';
import { Money } from '../../ui/data/exact';
import { Alert } from '../../ui/messages/alert';

export interface JoinOutcome {
  joined: boolean;
  /** The error of the address; null if it is valid. */
  refusal: string | null;
  /** Shown below the form. */
  notice: ReactNode;
}

const refused = (refusal: string): JoinOutcome => ({ joined: false, refusal, notice: null });

/**
 * Subscribes to the newsletter. The response is the same whether or not the address is known, and
 * whether or not an email is sent now, so a stranger learns nothing from it.
 */
export async function joinNewsletter(dispatch: Dispatch, typed: string): Promise<JoinOutcome> {
  const why = emailRefusal(typed);
  if (why !== null) return refused(why);

  const call = shopApi.endpoints.joinNewsletter.initiate(
    { joinRequest: { email: typed.trim() } },
    { track: false },
  );
  const { error } = await dispatch(call);
  const { email } = fieldSentences(error, { email: 'email' });
  if (email !== undefined) return refused(email);
  return {
    joined: error === undefined,
    refusal: null,
    notice: error === undefined ? <CheckInbox /> : <NotJoined>{sentenceFor(error)}</NotJoined>,
  };
}

function NotJoined({ children }: { children: string }) {
  return (
    <Alert tone="danger">
      <p>{children}</p>
    </Alert>
  );
}

function CheckInbox() {
  return (
    <Alert tone="positive">
      <p>
        Check your inbox: the link in our email{' '}
        {couponOffer ? (
          <>
            takes you to your <Money dollars={couponOffer.amount} /> coupon.
          </>
        ) : (
          'confirms your address.'
        )}
      </p>
      <p className="hint">
        Nothing after a few minutes? Check your spam folder, or look for an earlier email from us.
      </p>
    </Alert>
  );
}
