import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { openSession } from '../../api/open-session';
import { useShopDispatch } from '../../api/session-hooks';
import { paths } from '../../lib/paths';
import { selectMember } from '../../lib/session/session-slice';
import { type Identity, type Task, useAuthAttempt } from './use-auth-attempt';

/** What signing in and signing up share: trying, opening the session, and the way back. */
export function useSignInFlow() {
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const location: Location<unknown> = useLocation();
  const person = useSelector(selectMember);
  const { attempt, giveUp, task, problem, unconfirmed } = useAuthAttempt();
  const [arrivedAs] = useState(person?.email);
  const here = useRef(true);

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const origin = originOf(location);
  const target = origin ?? paths.home;

  /** Proves who the visitor is, opens the session and goes where they were heading. */
  const enter = async (
    kind: Task,
    prove: (identity: Identity, isWanted: () => boolean) => Promise<void>,
    { fresh = false } = {},
  ) => {
    const entered = await attempt(kind, async (identity, isLatest) => {
      await prove(identity, isLatest);
      // Something else was begun meanwhile: nobody waits for this one any more.
      if (isLatest()) await dispatch(openSession({ fresh }));
    });
    if (entered && here.current) await navigate(target, { replace: true });
  };

  /**
   * Whoever is signed in has no business here: somebody remembered, or signed in in another tab.
   * Except that a guard sent them, because the page they wanted needs somebody else.
   */
  const signedInMeanwhile = person !== null && person.email !== arrivedAs && task === null;
  const leave = signedInMeanwhile || (person !== null && origin === null);

  return {
    attempt,
    enter,
    giveUp,
    task,
    problem,
    unconfirmed,
    person,
    origin,
    leaveFor: leave && task === null ? target : null,
    state: location.state,
  };
}

/** The screen that sent the visitor to sign in, as the guards remember it; null when there is none. */
function originOf({ state }: Location<unknown>): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { pathname, search = '', hash = '' } = state.from as Partial<Location>;
  return pathname === undefined ? null : `${pathname}${search}${hash}`;
}
