import { dropDraft, keepDraft, readDraft } from '../drafts';
import type { Place } from './place';

const NAME = 'place';

/** The place for which the cart shows what it costs; null when none was given. It lives as long as other drafts. */
export function readPlace(): Place | null {
  const { country, region = '', postalCode = '' } = readDraft(NAME) ?? {};
  return country === undefined ? null : { country, region, postalCode };
}

export function keepPlace(place: Place | null): void {
  if (place === null) dropDraft(NAME);
  else keepDraft(NAME, { ...place });
}
