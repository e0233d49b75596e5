import { isSameCart, mergeCarts } from '../../lib/cart/cart-changes';
import { selectCartLines, type CartRoot } from '../../lib/cart/cart-slice';
import { parseSavedCart } from '../../lib/cart/saved-cart';
import {
  selectMember,
  selectOwner,
  selectSession,
  type SessionRoot,
} from '../../lib/session/session-slice';
import type { Dispatch } from './access-token';
import type { Cart } from '../contract/generated-types';
import { codeOf } from '../contract/problem';
import { sessionApi, UNTRACKED } from './session-api';

/** A session must not outlive Sign Out for long, whatever happens to the cart. */
const MAX_WAIT_MS = 2_000;

/** Maximum number of conflicts with other browsers. */
const MAX_TRIES = 3;

/**
 * Saves a member's last cart changes that were not saved before Sign Out. By now this browser has
 * deleted both the session and the cart.
 * @param before the state when Sign Out was pressed
 * @param savedText the saved cart in storage
 */
export async function saveLeftCart(
  dispatch: Dispatch,
  before: SessionRoot & CartRoot,
  savedText: string | null,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS);
  });
  await Promise.race([save(dispatch, before, savedText), tooLong]);
  clearTimeout(timer);
}

async function save(
  dispatch: Dispatch,
  before: SessionRoot & CartRoot,
  savedText: string | null,
): Promise<void> {
  const { accessToken } = selectSession(before);
  const member = selectMember(before);
  if (accessToken === null || member === null) return;
  const session = { email: member.email, accessToken };
  const { readCartOf, saveCartOf } = sessionApi.endpoints;
  const saved = parseSavedCart(savedText);
  let base = saved?.lines ?? [];
  let known: Cart | null = saved?.owner === selectOwner(before) ? saved : null;
  let lines = selectCartLines(before);
  if (known === null && lines.length === 0) return;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (known === null) {
      const { data } = await dispatch(readCartOf.initiate(session, UNTRACKED));
      if (data === undefined) return;
      lines = mergeCarts(base, lines, data.lines);
      base = data.lines;
      known = data;
    }
    if (isSameCart(lines, known.lines)) return;
    const cartRequest = { revision: known.revision, lines };
    const { error } = await dispatch(saveCartOf.initiate({ ...session, cartRequest }, UNTRACKED));
    if (codeOf(error) !== 'changed_meanwhile') return;
    known = null;
  }
}
