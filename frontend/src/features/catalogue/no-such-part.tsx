import { Blank } from '../../ui/blank';
import { Button } from '../../ui/button';

/** A search or a filter leaves nothing. */
export function NoSuchPart({ onClear }: { onClear: () => void }) {
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
