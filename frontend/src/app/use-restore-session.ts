import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { emptyApi } from '../api/empty-api';
import { useShopDispatch } from '../api/session-hooks';
import { restoreFailed, selectSession } from '../lib/session/session-slice';

/**
 * Finds out whose remembered access token this is. Whatever the screen itself asked for comes
 * first: the identity code is heavy, and the home page can do without it.
 */
export function useRestoreSession(): void {
  const dispatch = useShopDispatch();
  const { status, accessToken } = useSelector(selectSession);
  const remembered = status === 'restoring' ? accessToken : null;

  useEffect(() => {
    if (remembered === null) return;
    let abandoned = false;
    const first = Promise.all(dispatch(emptyApi.util.getRunningQueriesThunk()));
    // Only who has a session needs this at all.
    Promise.all([import('../api/restore-session'), first]).then(
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
