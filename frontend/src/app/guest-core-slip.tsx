import { useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router-dom';
import { NeedsLink } from '../features/orders/guest/needs-link';
import { CoreSlipPage } from '../features/returns/core-slip-page';
import { paths } from '../lib/paths';
import { isLinked } from '../lib/session/order-links';
import { selectMember, selectPerson } from '../lib/session/session-slice';

/** The slip for old parts outside the dashboard, for guests and holders of an order link. */
export function GuestCoreSlip() {
  const { id = '' } = useParams();
  const person = useSelector(selectPerson);
  const member = useSelector(selectMember);
  const byLink = isLinked(id);
  if (member !== null && !byLink) return <Navigate to={paths.coreSlip(id)} replace />;
  if (person === null && !byLink) return <NeedsLink />;
  return (
    <div className="page section guest-order">
      <CoreSlipPage />
    </div>
  );
}
