import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { adminApi } from '../../../api/admin';
import { codeOf, sentenceFor } from '../../../api/contract/problem';
import { Button } from '../../../ui/controls/button';
import { notify } from '../../../ui/messages/notify';

interface PutBackProps {
  id: string;
  /** The part's title, if the page shows several buttons. */
  title?: string;
  onDone?: () => void;
}

/** Restores a deleted part. */
export function PutBack({ id, title, onDone }: PutBackProps) {
  const [restore, { isLoading }] = adminApi.useRestorePartMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const putBack = async () => {
    setProblem(null);
    const { error } = await restore({ id });
    if (error === undefined) {
      notify.success('Back in the shop');
      onDone?.();
      return;
    }
    setProblem(
      codeOf(error) === 'number_taken'
        ? 'Another part of this brand now has the same number. Change this part’s number, then put it back.'
        : sentenceFor(error),
    );
  };

  return (
    <>
      {problem !== null && <p role="alert">{problem}</p>}
      <Button
        size="small"
        busy={isLoading}
        icon={<Undo2 className="icon" />}
        onClick={() => void putBack()}
      >
        Put back {title !== undefined && <span className="sr-only">{title}</span>}
      </Button>
    </>
  );
}
