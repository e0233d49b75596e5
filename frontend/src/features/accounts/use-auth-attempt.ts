import { useEffect, useState } from 'react';
import { ApiFailure } from '../../api/api-failure';
import { authErrorSentence } from '../../lib/firebase/auth-errors';

const loadIdentity = () => import('../../lib/firebase/auth');
export type Identity = Awaited<ReturnType<typeof loadIdentity>>;

/** What can be tried on the account screens. The Google window may stay open for as long as it likes. */
export type Task = 'form' | 'google' | 'reset' | 'confirm' | 'account';

const UNEXPECTED = 'Sign-in failed. Check your connection and try again.';

/** The last try of all account screens: a Google window outlives the screen that opened it. */
const tries = { latest: 0 };

/**
 * Runs steps at the identity provider and keeps the sentence of the one that failed. A new try takes
 * the place of the one before, whose end then interests nobody.
 */
export function useAuthAttempt() {
  const [problem, setProblem] = useState<string | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  /** Whether the shop wants to see first that the address is the visitor's. */
  const [unconfirmed, setUnconfirmed] = useState(false);

  useEffect(() => {
    // Fetched before it is needed: a popup must open while the click still counts.
    loadIdentity()
      .then((identity) => identity.warmUp())
      .catch(() => undefined);
  }, []);

  /** Resolves to whether all steps went well and nothing else was begun meanwhile. */
  const attempt = async (
    kind: Task,
    steps: (identity: Identity, isLatest: () => boolean) => Promise<void>,
  ): Promise<boolean> => {
    tries.latest += 1;
    const mine = tries.latest;
    const isLatest = () => tries.latest === mine;
    setProblem(null);
    if (kind !== 'confirm') setUnconfirmed(false);
    setTask(kind);
    try {
      await steps(await loadIdentity(), isLatest);
      return isLatest();
    } catch (error) {
      const sentence = error instanceof ApiFailure ? error.message : authErrorSentence(error);
      if (isLatest()) {
        setProblem(sentence ?? UNEXPECTED);
        if (error instanceof ApiFailure) setUnconfirmed(error.code === 'address_taken');
      }
      return false;
    } finally {
      if (isLatest()) setTask(null);
    }
  };

  /** Goes on without the end of what is being tried. */
  const giveUp = () => {
    tries.latest += 1;
    setTask(null);
  };

  return { attempt, giveUp, task, problem, unconfirmed };
}
