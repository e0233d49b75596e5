import { Blank } from '../../ui/blank';
import { Button } from '../../ui/button';

interface NoPartsProps {
  /** A search or a filter leaves nothing; otherwise the shop is empty. */
  narrowed: boolean;
  looking: boolean;
  onClear: () => void;
  onLookAgain: () => void;
}

export function NoParts({ narrowed, looking, onClear, onLookAgain }: NoPartsProps) {
  if (narrowed) {
    return (
      <Blank
        level={3}
        title="No part like that"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        Try fewer or other words: titles and descriptions are searched.
      </Blank>
    );
  }
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
