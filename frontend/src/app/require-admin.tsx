import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useIsAdmin } from './use-is-admin';
import { paths } from '../lib/paths';

/** Sits inside the dashboard, which has already asked the server and shows its waiting and failing. */
export function RequireAdmin() {
  const { admin } = useIsAdmin();
  const location = useLocation();
  if (admin === undefined) return null;
  return admin ? <Outlet /> : <Navigate to={paths.signIn} state={{ from: location }} replace />;
}
