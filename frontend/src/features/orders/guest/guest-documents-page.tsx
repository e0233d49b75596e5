import { useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { isLinked } from '../../../lib/session/order-links';
import { selectMember, selectPerson } from '../../../lib/session/session-slice';
import { DocumentsPage } from '../documents/documents-page';
import { NeedsLink } from './needs-link';

/** Invoice and credit notes outside the dashboard, for guests and holders of an order link. */
export function GuestDocumentsPage() {
  const { id = '' } = useParams();
  const person = useSelector(selectPerson);
  const member = useSelector(selectMember);
  const byLink = isLinked(id);
  if (member !== null && !byLink) return <Navigate to={paths.documents(id)} replace />;
  if (person === null && !byLink) return <NeedsLink />;
  return (
    <div className="page section guest-order">
      <DocumentsPage />
    </div>
  );
}
