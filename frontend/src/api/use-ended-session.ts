import { useEffect } from 'react';
import { isApiError } from './problem';
import { closeSession } from './session';
import { useShopDispatch } from './use-shop-dispatch';

/**
 * Signs out when a call was refused because of who is asking; the guard then takes over.
 * @param statuses the answers that end the session
 */
export function useEndedSession(error: unknown, statuses: number[]): void {
  const dispatch = useShopDispatch();
  const refused = isApiError(error) && statuses.some((status) => status === error.status);

  useEffect(() => {
    if (refused) void dispatch(closeSession('expired'));
  }, [refused, dispatch]);
}
