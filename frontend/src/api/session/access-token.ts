import { noAnswer } from '../contract/problem';
import type { Dispatch, Exchange } from './dispatch';

/**
 * Exchanges the identity provider's ID token for the shop's own short-lived access token. The code
 * is loaded on demand, together with the provider's client.
 */
export const exchangeIdToken = (dispatch: Dispatch, fresh: boolean): Promise<Exchange> =>
  import('./exchange').then(
    ({ exchange }) => exchange(dispatch, fresh),
    () => ({ error: noAnswer }),
  );
