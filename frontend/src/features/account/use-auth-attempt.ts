import { useEffect, useState } from 'react';
import { ApiFailure } from '../../api/problem';
import { authErrorSentence } from '../../lib/firebase/auth-errors';

const loadIdentity = () => import('../../lib/firebase/auth');
type Identity = Awaited<ReturnType<typeof loadIdentity>>;

const UNEXPECTED = 'Signing in did not work. Check your connection and try again.';

/** Runs steps at the identity provider and keeps the sentence of the one that failed. */
export function useAuthAttempt() {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    // Fetched before it is needed: a popup must open while the click still counts.
    loadIdentity()
      .then((identity) => identity.warmUp())
      .catch(() => undefined);
  }, []);

  /** Resolves to whether all steps went well. */
  const attempt = async (steps: (identity: Identity) => Promise<void>): Promise<boolean> => {
    setProblem(null);
    setBusy(true);
    try {
      await steps(await loadIdentity());
      return true;
    } catch (error) {
      const sentence = error instanceof ApiFailure ? error.message : authErrorSentence(error);
      setProblem(sentence ?? UNEXPECTED);
      return false;
    } finally {
      setBusy(false);
    }
  };

  return { attempt, busy, problem };
}
