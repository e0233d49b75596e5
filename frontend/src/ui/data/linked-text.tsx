import { Fragment } from 'react';
import { safeLink } from '../../lib/text-rules';

/** A URL on its own line. Others are not linked, because they may come from user input. */
const ADDRESS = /^(https?:\/\/\S+)$/m;

/** A text whose URLs are links that open in another tab. */
export function LinkedText({ children }: { children: string }) {
  return children.split(ADDRESS).map((piece, position) => {
    // Every second piece is a match of the pattern.
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
