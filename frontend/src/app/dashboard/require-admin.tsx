import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { shopApi } from '../../api/index';
import { paths } from '../../lib/paths';
import { usePerson } from '../../lib/session/session-slice';

/** Sits inside the dashboard, which has already asked the server and shows its waiting and failing. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const { admin } = useIsAdmin();
  const location = useLocation();
  if (admin === undefined) return null;
  return admin ? children : <Navigate to={paths.signIn} state={{ from: location }} replace />;
}

/** Whether the signed-in person is an admin, asked of the server; undefined until it has answered. */
export function useIsAdmin() {
  const { email } = usePerson();
  const { data, error, isFetching, refetch } = shopApi.useIsAdminQuery({ email });
  return { admin: data?.admin, error, isFetching, refetch };
}
