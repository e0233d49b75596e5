import { shopApi } from '../api/index';
import { usePerson } from '../lib/session/use-person';

/** Whether the signed-in person is an admin, asked of the server; undefined until it has answered. */
export function useIsAdmin() {
  const { email } = usePerson();
  const { data, error, isFetching, refetch } = shopApi.useIsAdminQuery({ email });
  return { admin: data?.admin, error, isFetching, refetch };
}
