import { Blank } from '../../ui/blank';
import { Button } from '../../ui/button';

/** The list always holds at least the admin who looks at it: this is about what was searched for. */
export function NoSuchUsers({ onShowAll }: { onShowAll: () => void }) {
  return (
    <Blank title="Nobody found" action={<Button onClick={onShowAll}>Show everybody</Button>}>
      No name or email holds these words.
    </Blank>
  );
}
