import { formatCount } from '../lib/money';

interface ShownOfProps {
  noun: string;
  shown: number;
  known: number;
  /** The server has more than are known here. */
  more: boolean;
}

export function ShownOf({ noun, shown, known, more }: ShownOfProps) {
  return (
    <p role="status">
      {formatCount(shown)} of {more && 'more than '}
      {formatCount(known)} {noun} shown
    </p>
  );
}
