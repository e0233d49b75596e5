import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { openSession } from '../../api/session/open-session';
import { useShopDispatch } from '../../api/session/session-hooks';
import { paths } from '../../lib/paths';
import { selectMember } from '../../lib/session/session-slice';
import { type Identity, type Task, useAuthAttempt } from './use-auth-attempt';

/** Shared by sign-in and sign-up: attempts, opening the session, and the return path. */
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

  /** Verifies the visitor, opens the session and navigates to where they were heading. */
  const enter = async (
    kind: Task,
    prove: (identity: Identity, isWanted: () => boolean) => Promise<void>,
    { fresh = false } = {},
  ) => {
    const entered = await attempt(kind, async (identity, isLatest) => {
      await prove(identity, isLatest);
      // Another attempt was started, so this one is ignored.
      if (isLatest()) await dispatch(openSession({ fresh }));
    });
    if (entered && here.current) await navigate(target, { replace: true });
  };

  /**
   * A signed-in user, whether restored or from another tab, leaves this screen, unless a guard sent
   * them here because the page requires a different user.
   */
  const signedInElsewhere = person !== null && person.email !== arrivedAs && task === null;
  const leave = signedInElsewhere || (person !== null && origin === null);

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

/** The screen that sent the visitor to sign in, as stored by the guards; null without one. */
function originOf({ state }: Location<unknown>): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { pathname, search = '', hash = '' } = state.from as Partial<Location>;
  return pathname === undefined ? null : `${pathname}${search}${hash}`;
}
