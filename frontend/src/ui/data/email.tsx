import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { Badge } from './badge';

/** About what fits in a narrow column on one line. */
const LINE = 24;

/** Break positions of an address: after its @; also before its dots if it is still too long. */
const piecesOf = (address: string) =>
  address.split(/(?<=@)/).flatMap((part) => (part.length > LINE ? part.split(/(?=\.)/) : [part]));

/** An email address that wraps at natural positions, not inside a word. */
export function EmailText({ children }: { children: string }) {
  return (
    <span className="email">
      {piecesOf(children).map((piece, position) => (
        <Fragment key={position}>
          {position > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}

/** Whether a text has non-ASCII letters, which can look like ASCII ones. */
const hasUnusualLetters = (text: string) => /[^ -~]/.test(text);

/**
 * Marks an address that may look like another one. Admins make decisions by addresses, so they are
 * warned.
 */
export function UnusualLetters({ address }: { address: string }) {
  if (!hasUnusualLetters(address)) return null;
  return (
    <Badge tone="warning" icon={TriangleAlert}>
      Contains unusual letters
    </Badge>
  );
}
