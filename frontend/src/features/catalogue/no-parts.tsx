import { Blank } from '../../ui/blank';
import { Button } from '../../ui/button';

interface NoPartsProps {
  looking: boolean;
  onLookAgain: () => void;
}

/** The shop is empty. */
export function NoParts({ looking, onLookAgain }: NoPartsProps) {
  return (
    <Blank
      level={3}
      title="No parts listed"
      action={
        <Button busy={looking} onClick={onLookAgain}>
          Look again
        </Button>
      }
    >
      The shelves are being filled. Come back in a little while.
    </Blank>
  );
}
