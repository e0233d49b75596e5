import { useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { selectMember, selectPerson } from '../../../lib/session/session-slice';
import { OrderPage } from '../order/order-page';
import { NeedsLink } from './needs-link';

/** The order of a guest, outside the dashboard; members are led to their own page of it. */
export function GuestOrderPage() {
  const { id = '' } = useParams();
  const person = useSelector(selectPerson);
  const member = useSelector(selectMember);
  if (member !== null) return <Navigate to={paths.order(id)} replace />;
  if (person === null) return <NeedsLink />;
  return (
    <div className="page section guest-order">
      <OrderPage />
    </div>
  );
}
