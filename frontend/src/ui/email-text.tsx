import { Fragment } from 'react';

/** An address that may be broken into lines after its @ and before its dots, like people do. */
export function EmailText({ children }: { children: string }) {
  const pieces = children.split(/(?<=@)|(?=\.)/);
  return (
    <span className="email">
      {pieces.map((piece, position) => (
        <Fragment key={position}>
          {position > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}
