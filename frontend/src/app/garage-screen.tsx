import { useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { GaragePage } from '../features/vehicles/garage-page';
import { paths } from '../lib/paths';
import { selectMember } from '../lib/session/session-slice';

/** The garage of this browser, for visitors and guests; members have theirs in the dashboard. */
export function GarageScreen() {
  const member = useSelector(selectMember);
  if (member !== null) return <Navigate to={paths.garage} replace />;
  return (
    <div className="page section">
      <GaragePage />
    </div>
  );
}
