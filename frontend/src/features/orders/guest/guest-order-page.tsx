import { useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { isLinked } from '../../../lib/session/order-links';
import { selectMember, selectPerson } from '../../../lib/session/session-slice';
import { OrderPage, type OrderPageProps } from '../order/order-page';
import { NeedsLink } from './needs-link';

/**
 * An order outside the dashboard: of the guest of this browser, or open by its link. Members are
 * redirected to the dashboard page of their own orders.
 */
export function GuestOrderPage(props: OrderPageProps) {
  const { id = '' } = useParams();
  const person = useSelector(selectPerson);
  const member = useSelector(selectMember);
  const byLink = isLinked(id);
  if (member !== null && !byLink) return <Navigate to={paths.order(id)} replace />;
  if (person === null && !byLink) return <NeedsLink />;
  return (
    <div className="page section guest-order">
      <OrderPage {...props} />
    </div>
  );
}
