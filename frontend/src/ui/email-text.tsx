import { Fragment } from 'react';

/** A piece that goes to the next line as a whole, and is broken before its dots only when it must. */
function Piece({ children }: { children: string }) {
  return (
    <span>
      {children.split(/(?=\.)/).map((part, position) => (
        <Fragment key={position}>
          {position > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

/** An address that is broken into lines after its @, like people do. */
export function EmailText({ children }: { children: string }) {
  const domain = children.lastIndexOf('@') + 1;
  return (
    <span className="email">
      {domain > 0 && <Piece>{children.slice(0, domain)}</Piece>}
      <Piece>{children.slice(domain)}</Piece>
    </span>
  );
}
