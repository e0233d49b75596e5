import { useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router-dom';
import { NeedsLink } from '../features/orders/guest/needs-link';
import { SlipPage } from '../features/returns/slip-page';
import { paths } from '../lib/paths';
import { isLinked } from '../lib/session/order-links';
import { selectMember, selectPerson } from '../lib/session/session-slice';

/** A return slip outside the dashboard, for guests and holders of an order link. */
export function GuestReturnSlip() {
  const { order = '', id = '' } = useParams();
  const person = useSelector(selectPerson);
  const member = useSelector(selectMember);
  const byLink = isLinked(order);
  if (member !== null && !byLink) return <Navigate to={paths.returnSlip(id)} replace />;
  if (person === null && !byLink) return <NeedsLink />;
  return (
    <div className="page section guest-order">
      <SlipPage />
    </div>
  );
}
