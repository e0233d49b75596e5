import { Fragment } from 'react';

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
