import { formatCount } from '../lib/money';
import { Blank } from './blank';
import { Button } from './button';

interface NoneSoFarProps {
  /** What is looked for, in the plural. */
  noun: string;
  /** Which rows come first. */
  first: 'newest' | 'first';
  searched: number;
  searching: boolean;
  onSearchOn: () => void;
}

/** Nothing fits among the rows that are here, but the server has more. */
export function NoneSoFar({ noun, first, searched, searching, onSearchOn }: NoneSoFarProps) {
  return (
    <div role="status">
      <Blank
        title={`None among the ${first} ${formatCount(searched)}`}
        action={
          <Button busy={searching} onClick={onSearchOn}>
            Look further
          </Button>
        }
      >
        {`There are more ${noun} that have not been looked through.`}
      </Blank>
    </div>
  );
}
