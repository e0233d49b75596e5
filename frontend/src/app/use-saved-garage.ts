import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useShopDispatch } from '../api/session/session-hooks';
import { selectMember } from '../lib/session/session-slice';
import { selectGarage } from '../lib/vehicle/vehicle-slice';

/**
 * A member's garage is the same in all their browsers: it is read when they sign in, and local
 * changes are saved.
 */
export function useSavedGarage(): void {
  const dispatch = useShopDispatch();
  const email = useSelector(selectMember)?.email;
  const { edits } = useSelector(selectGarage);

  useEffect(() => {
    if (email === undefined) return;
    import('../api/sync/garage-sync').then(
      ({ syncGarage }) => void dispatch(syncGarage()),
      () => {
        // The garage stays in this browser, and is saved with the next change or visit.
      },
    );
  }, [email, edits, dispatch]);
}
