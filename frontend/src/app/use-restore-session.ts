import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { emptyApi } from '../api/contract/empty-api';
import { useShopDispatch } from '../api/session/session-hooks';
import { restoreFailed, selectSession } from '../lib/session/session-slice';

/**
 * Finds the owner of the stored access token. The screen's own requests come first: the identity
 * code is large, and the home page does not need it.
 */
export function useRestoreSession(): void {
  const dispatch = useShopDispatch();
  const { status, accessToken } = useSelector(selectSession);
  const remembered = status === 'restoring' ? accessToken : null;

  useEffect(() => {
    if (remembered === null) return;
    let abandoned = false;
    const first = Promise.all(dispatch(emptyApi.util.getRunningQueriesThunk()));
    // Needed only with a session.
    Promise.all([import('../api/session/restore-session'), first]).then(
      ([{ restoreSession }]) => {
        if (!abandoned) void dispatch(restoreSession());
      },
      () => {
        if (!abandoned) dispatch(restoreFailed());
      },
    );
    return () => {
      abandoned = true;
    };
  }, [remembered, dispatch]);
}
