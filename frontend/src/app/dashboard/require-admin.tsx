import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { shopApi } from '../../api/index';
import { paths } from '../../lib/paths';
import { usePerson } from '../../lib/session/session-slice';

/**
 * Rendered inside the dashboard, which has already fetched the role and shows its loading and error
 * states.
 */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const { admin } = useIsAdmin();
  const location = useLocation();
  if (admin === undefined) return null;
  return admin ? children : <Navigate to={paths.signIn} state={{ from: location }} replace />;
}

/** Whether the signed-in user is an admin; undefined until the server has responded. */
export function useIsAdmin() {
  const { email } = usePerson();
  const { data, error, isFetching, refetch } = shopApi.useIsAdminQuery({ email });
  return { admin: data?.admin, error, isFetching, refetch };
}
