import { deleteDraft, readDraft, saveDraft } from '../drafts';
import type { Place } from './place';

const NAME = 'place';

/** The place used for the cart's costs; null if none was entered. Stored like other drafts. */
export function readPlace(): Place | null {
  const { country, region = '', postalCode = '' } = readDraft(NAME) ?? {};
  return country === undefined ? null : { country, region, postalCode };
}

export function savePlace(place: Place | null): void {
  if (place === null) deleteDraft(NAME);
  else saveDraft(NAME, { ...place });
}
