import type { Ref } from 'react';
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
  buttonRef: Ref<HTMLButtonElement>;
}

/** Nothing fits among the rows that are here, but the server has more. */
export function NoneSoFar(props: NoneSoFarProps) {
  const { noun, first, searched, searching, onSearchOn, buttonRef } = props;
  return (
    <div role="status">
      <Blank
        title={`None among the ${first} ${formatCount(searched)}`}
        action={
          <Button ref={buttonRef} busy={searching} onClick={onSearchOn}>
            Look further
          </Button>
        }
      >
        {`There are more ${noun} that have not been looked through.`}
      </Blank>
    </div>
  );
}
