import type { ReactNode } from 'react';
import { formatCount } from '../lib/money';

interface ShownOfProps {
  noun: string;
  shown: number;
  known: number;
  /** The server has more than are known here. */
  more: boolean;
  /** What else there is to say about them. */
  children: ReactNode;
}

export function ShownOf({ noun, shown, known, more, children }: ShownOfProps) {
  return (
    <p role="status">
      {formatCount(shown)} of {more && 'more than '}
      {formatCount(known)} {noun} shown
      {children}
    </p>
  );
}
