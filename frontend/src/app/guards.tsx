import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation, useMatch } from 'react-router-dom';
import { useShopDispatch } from '../api/session/session-hooks';
import { paths, routes } from '../lib/paths';
import { isLinked } from '../lib/session/order-links';
import { restoreStarted, selectSession } from '../lib/session/session-slice';
import { LoadError } from '../ui/messages/load-error';
import { Loading } from '../ui/messages/loading';

/**
 * Who may see a screen. Guests, and holders of an order link who pay for its order, are customers
 * without an account. Visitors may buy as well, unless their sign-in has just ended and they have
 * not noticed yet.
 */
type Audience = 'members' | 'customers' | 'buyers' | 'everyone';

/**
 * Renders the screen once the user is known. Others sign in first and then return to the screen
 * they requested.
 */
export function RequireSession({ of: audience }: { of: Audience }) {
  const { status, guestToken, ending } = useSelector(selectSession);
  const dispatch = useShopDispatch();
  const location = useLocation();
  const linked = isLinked(useMatch(routes.payment)?.params.id);

  switch (status) {
    case 'signed-in':
    case 'signed-out': {
      const isOpen = {
        members: status === 'signed-in' && guestToken === undefined,
        customers: status === 'signed-in' || linked,
        buyers: ending === undefined,
        everyone: true,
      };
      if (isOpen[audience]) return <Outlet />;
      return <Navigate to={paths.signIn} state={{ from: location }} replace />;
    }
    case 'restoring':
      return <Loading>Signing you in</Loading>;
    case 'unreachable':
      return (
        <div className="page section">
          <title>Not signed in | Autoparts</title>
          <LoadError
            level={1}
            title="We could not sign you in"
            onRetry={() => {
              // The session restore runs again.
              dispatch(restoreStarted());
            }}
          >
            The shop did not answer. Your connection may be down.
          </LoadError>
        </div>
      );
  }
}
