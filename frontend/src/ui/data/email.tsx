import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { Badge } from './badge';

/** About what a narrow column holds on one line. */
const LINE = 24;

/** Where an address may be broken: after its @; what is still too long, before its dots as well. */
const piecesOf = (address: string) =>
  address.split(/(?<=@)/).flatMap((part) => (part.length > LINE ? part.split(/(?=\.)/) : [part]));

/** An address that is broken into lines like people do, and not inside a word. */
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

/** Whether a text has letters that another alphabet may have lent: they can read like ours. */
const hasUnusualLetters = (text: string) => /[^ -~]/.test(text);

/** Marks an address that may read like another one. Admins decide by addresses, so they are told. */
export function UnusualLetters({ address }: { address: string }) {
  if (!hasUnusualLetters(address)) return null;
  return (
    <Badge tone="warning" icon={TriangleAlert}>
      Contains unusual letters
    </Badge>
  );
}
