import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { comeBackAsGuest } from '../../../api/guests';
import { type ApiError, codeOf, sentenceFor } from '../../../api/problem';
import { closeSession } from '../../../api/session';
import { useShopDispatch } from '../../../api/session-hooks';
import { paths } from '../../../lib/paths';
import { selectMember, selectPerson } from '../../../lib/session/session-slice';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { FocusedHeading } from '../../../ui/layout/focused-heading';
import { InvalidLink, LetterScreen } from '../../../ui/layout/letter-screen';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { MyOrdersPage } from '../my-orders/my-orders-page';
import { NeedsLink } from './needs-link';

/** Where the emails about a guest's order lead, and what the guest of this browser has ordered. */
export function MyOrderPage() {
  const token = useSearchParams()[0].get('token');
  const person = useSelector(selectPerson);
  const member = useSelector(selectMember);
  if (token === '') return <NotValid refused={false} />;
  if (token !== null) return <ByLink key={token} token={token} />;
  if (member !== null) return <Navigate to={paths.dashboard} replace />;
  return person === null ? <NeedsLink /> : <GuestOrders email={person.email} />;
}

/** Opens the order. Whoever is signed in is asked first, because they will not be any more. */
function ByLink({ token }: { token: string }) {
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const member = useSelector(selectMember);
  const [error, setError] = useState<ApiError | null>(null);
  const [tries, setTries] = useState(0);
  const [agreed, setAgreed] = useState(false);
  const asksFirst = member !== null && !agreed;

  useEffect(() => {
    if (asksFirst) return;
    let abandoned = false;
    void dispatch(comeBackAsGuest(token)).then((answer) => {
      if (abandoned) return;
      if ('error' in answer) {
        setError(answer.error);
        return;
      }
      // The address in the history and in the bar no longer opens the order for whoever sees it.
      const { order } = answer;
      void navigate(order === undefined ? paths.myOrder : paths.guestOrder(order), {
        replace: true,
      });
    });
    return () => {
      abandoned = true;
    };
  }, [asksFirst, dispatch, navigate, token, tries]);

  if (codeOf(error) === 'guest_link_invalid') return <NotValid refused />;
  if (error !== null) {
    return (
      <div className="page section">
        <title>Your order | Autoparts</title>
        <LoadError
          level={1}
          title="The order did not load"
          onRetry={() => {
            setError(null);
            setTries(tries + 1);
          }}
        >
          {sentenceFor(error)}
        </LoadError>
      </div>
    );
  }
  if (!asksFirst) return <Loading>Opening your order</Loading>;
  return (
    <LetterScreen title="Your order">
      <FocusedHeading>This order was placed without an account</FocusedHeading>
      <p>You are signed in as {member.email}. Opening the order signs you out in this browser.</p>
      <div className="actions">
        <Button
          look="primary"
          onClick={() => {
            setAgreed(true);
          }}
        >
          Open the order
        </Button>
        <Link className="btn" to={paths.dashboard}>
          Stay signed in
        </Link>
      </div>
    </LetterScreen>
  );
}

function NotValid({ refused }: { refused: boolean }) {
  return (
    <InvalidLink refused={refused}>
      <Link className="btn btn-primary" to={paths.home}>
        Go to the shop
      </Link>
    </InvalidLink>
  );
}

function GuestOrders({ email }: { email: string }) {
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const forget = () => {
    void navigate(paths.home);
    void dispatch(closeSession());
  };
  return (
    <div className="page section guest-orders">
      <MyOrdersPage />
      <p className="hint">
        You ordered as {email}, without an account. The links in your emails open these orders in
        any browser.{' '}
        <button type="button" className="link-button" onClick={forget}>
          Forget me in this browser
        </button>
      </p>
    </div>
  );
}
