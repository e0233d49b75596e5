import { useState } from 'react';
import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { closeSession } from '../../api/session';
import { useShopDispatch } from '../../api/use-shop-dispatch';
import { leavingEverywhere } from '../../lib/session/session-slice';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';

/** For whoever left a browser signed in somewhere, or fears that somebody else is in. */
export function SignOutEverywhere({ email }: { email: string }) {
  const dispatch = useShopDispatch();
  const [signOut, { isLoading }] = shopApi.useSignOutEverywhereMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const leave = async () => {
    setProblem(null);
    dispatch(leavingEverywhere(true));
    const { error } = await signOut({ email });
    if (error === undefined) await dispatch(closeSession('everywhere'));
    else {
      setProblem(sentenceFor(error));
      dispatch(leavingEverywhere(false));
    }
  };

  return (
    <div>
      <p>Ends your session in this browser and in every other one, at once.</p>
      <Button busy={isLoading} onClick={() => void leave()}>
        Sign out everywhere
      </Button>
      {problem !== null && (
        <Alert tone="danger">
          <p>{problem}</p>
        </Alert>
      )}
    </div>
  );
}
