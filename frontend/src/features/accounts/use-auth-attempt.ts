import { useEffect, useState } from 'react';
import { ApiFailure } from '../../api/contract/api-failure';
import { authErrorSentence } from '../../lib/firebase/auth-errors';

const loadIdentity = () => import('../../lib/firebase/auth');
export type Identity = Awaited<ReturnType<typeof loadIdentity>>;

/** Attempts on the account screens. The Google window may stay open indefinitely. */
export type Task = 'form' | 'google' | 'reset' | 'confirm' | 'account';

const UNEXPECTED = 'Sign-in failed. Check your connection and try again.';

/** The latest attempt on any account screen: a Google window outlives the screen that opened it. */
const tries = { latest: 0 };

/**
 * Runs steps at the identity provider and stores the error message of a failed one. A new attempt
 * replaces the previous one, whose outcome is then ignored.
 */
export function useAuthAttempt() {
  const [problem, setProblem] = useState<string | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  /** Whether the shop requires the visitor to confirm their email address first. */
  const [unconfirmed, setUnconfirmed] = useState(false);

  useEffect(() => {
    // Loaded early: a popup must open while the click still counts as a user gesture.
    loadIdentity()
      .then((identity) => identity.warmUp())
      .catch(() => undefined);
  }, []);

  /** Resolves to true if all steps succeeded and no other attempt was started. */
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

  /** Stops waiting for the current attempt. */
  const giveUp = () => {
    tries.latest += 1;
    setTask(null);
  };

  return { attempt, giveUp, task, problem, unconfirmed };
}
