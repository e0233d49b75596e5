import { isSameCart, mergeCarts } from '../../lib/cart/cart-changes';
import { selectCartLines, type CartRoot } from '../../lib/cart/cart-slice';
import type { CartLine } from '../../lib/cart/cart-storage';
import { parseSavedCart } from '../../lib/cart/saved-cart';
import {
  selectMember,
  selectOwner,
  selectSession,
  type SessionRoot,
} from '../../lib/session/session-slice';
import type { Dispatch } from './dispatch';
import { saveDocument } from '../save-document';
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
  let lines = selectCartLines(before);
  const isOwn = saved !== null && saved.owner === selectOwner(before);
  if (!isOwn && lines.length === 0) return;
  await saveDocument<CartLine[]>({
    known: isOwn ? { revision: saved.revision, content: saved.lines } : null,
    read: async () => {
      const { data } = await dispatch(readCartOf.initiate(session, UNTRACKED));
      if (data === undefined) return null;
      lines = mergeCarts(base, lines, data.lines);
      base = data.lines;
      return { revision: data.revision, content: data.lines };
    },
    change: () => lines,
    isSame: isSameCart,
    write: ({ revision, content }) => {
      const cartRequest = { revision, lines: content };
      return dispatch(saveCartOf.initiate({ ...session, cartRequest }, UNTRACKED));
    },
    maxTries: MAX_TRIES,
  });
}
