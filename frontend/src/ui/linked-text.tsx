import { Fragment } from 'react';
import { safeLink } from '../lib/safe-link';

/** A web address up to the space, bracket or quotation mark behind it; the end of a sentence is not part of it. */
const ADDRESS = /(https?:\/\/[^\s<>()"“”]*[^\s<>()"“”.,:;!?'])/;

/** A text in which web addresses are links that open beside this page. */
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
