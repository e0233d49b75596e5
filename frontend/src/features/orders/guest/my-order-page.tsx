import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useNavigate } from 'react-router-dom';
import { openOrderLink } from '../../../api/session/guests';
import { shopApi } from '../../../api/index';
import { type ApiError, codeOf, sentenceFor } from '../../../api/contract/problem';
import { closeSession } from '../../../api/session/close-session';
import { useShopDispatch } from '../../../api/session/session-hooks';
import { paths } from '../../../lib/paths';
import { useLinkValues } from '../../../lib/use-link-values';
import { selectMember, selectPerson } from '../../../lib/session/session-slice';
import { Link } from '../../../ui/controls/link';
import { FocusedHeading } from '../../../ui/layout/focused-heading';
import { EmailLinkScreen, InvalidLink } from '../../../ui/layout/email-link-screen';
import { Alert } from '../../../ui/messages/alert';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { MyOrdersPage } from '../my-orders/my-orders-page';
import { NeedsLink } from './needs-link';

/** The target of emails about a guest's order, and the order list of this browser's guest. */
export function MyOrderPage() {
  const token = useLinkValues('token').get('token');
  const person = useSelector(selectPerson);
  const member = useSelector(selectMember);
  if (token === '') return <NotValid refused={false} />;
  if (token !== null) return <ByLink key={token} token={token} />;
  if (member !== null) return <Navigate to={paths.dashboard} replace />;
  return person === null ? <NeedsLink /> : <GuestOrders email={person.email} />;
}

/** Opens the order. Members stay signed in. */
function ByLink({ token }: { token: string }) {
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const [error, setError] = useState<ApiError | null>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let abandoned = false;
    void dispatch(openOrderLink(token)).then((answer) => {
      if (abandoned) return;
      if ('error' in answer) {
        setError(answer.error);
        return;
      }
      // The URL in the history and in the address bar no longer opens the order for others who see
      // it.
      void navigate(paths.guestOrder(answer.order), { replace: true });
    });
    return () => {
      abandoned = true;
    };
  }, [dispatch, navigate, token, tries]);

  if (codeOf(error) === 'guest_link_invalid') return <NotValid refused />;
  if (codeOf(error) === 'link_revoked') return <Revoked />;
  if (error === null) return <Loading>Opening your order</Loading>;
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

function Revoked() {
  return (
    <EmailLinkScreen title="Link revoked">
      <FocusedHeading>This link has been revoked</FocusedHeading>
      <p>
        The links in the emails about this order no longer work. Nothing about the order has
        changed.
      </p>
      <Link className="btn btn-primary" to={paths.home}>
        Go to the shop
      </Link>
    </EmailLinkScreen>
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
  const [signOut, { isLoading, error }] = shopApi.useSignOutEverywhereMutation();
  const leave = () => {
    void navigate(paths.home);
    void dispatch(closeSession());
  };
  const endAll = async () => {
    const { data } = await signOut({ email });
    if (data !== undefined) leave();
  };
  return (
    <div className="page section guest-orders">
      <MyOrdersPage />
      <p className="hint">
        You ordered as {email}, without an account. Each link in your emails opens its own order, in
        any browser.{' '}
        <button type="button" className="link-button" onClick={leave}>
          Forget me in this browser
        </button>
        {' or '}
        <button
          type="button"
          className="link-button"
          disabled={isLoading}
          onClick={() => void endAll()}
        >
          end the links as well
        </button>
        .
      </p>
      {error !== undefined && (
        <Alert tone="danger">
          <p>{sentenceFor(error)}</p>
        </Alert>
      )}
    </div>
  );
}
