import { Fragment } from 'react';
import { safeLink } from '../../lib/text-rules';

/** A web address that has a line to itself. One inside a line may be part of what somebody typed. */
const ADDRESS = /^(https?:\/\/\S+)$/m;

/** A text in which the web addresses are links that open beside this page. */
export function LinkedText({ children }: { children: string }) {
  return children.split(ADDRESS).map((piece, position) => {
    // Every second piece is what the pattern found.
    const address = position % 2 === 1 ? safeLink(piece) : null;
    return (
      <Fragment key={position}>
        {address === null ? (
          piece
        ) : (
          <a href={address} target="_blank" rel="noopener">
            {piece}
          </a>
        )}
      </Fragment>
    );
  });
}
