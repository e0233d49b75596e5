import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { selectOwner, selectMember, type SessionRoot } from '../../lib/session/session-slice';
import { saveDocument, type Revisioned } from '../save-document';

/** A member's document at the last sync with this browser: differences from it were made here. */
export interface KnownDocument<Content> extends Revisioned<Content> {
  owner: string;
}

type Dispatch<Root> = ThunkDispatch<Root, unknown, UnknownAction>;
type Thunk<Root, Outcome> = ThunkAction<Promise<Outcome>, Root, unknown, UnknownAction>;

/** A kind of document that this browser has a copy of, also for visitors. */
export interface DocumentKind<Content, Root> {
  read: (dispatch: Dispatch<Root>, email: string) => Promise<Revisioned<Content> | undefined>;
  write: (
    dispatch: Dispatch<Root>,
    email: string,
    document: Revisioned<Content>,
  ) => PromiseLike<{ data?: { revision: number }; error?: unknown }>;
  /** The content in this browser. */
  select: (state: Root) => Content;
  /** Replaces the content in this browser. */
  followed: (content: Content) => UnknownAction;
  /** From storage; the owner may be a previous member. */
  readKnown: () => KnownDocument<Content> | null;
  /** `here` replaces the stored content of this browser; without it, that stays. */
  writeKnown: (known: KnownDocument<Content>, here?: Content) => void;
  /** What to merge with the saved content of `owner`, and the content that it was changed from. */
  changesFor: (owner: string, here: Content) => { base: Content; here: Content };
  merge: (base: Content, here: Content, saved: Content) => Content;
  isSame: (one: Content, other: Content) => boolean;
}

/** Conflicts with other browsers before this one waits for the next change. */
const MAX_TRIES = 4;

/**
 * @returns an action that merges the content in this browser with the member's saved content; one
 *   sync at a time. `fresh` reads the saved content even if nothing was changed locally. The result
 *   is the content before and after the merge if the member has just signed in.
 */
export function documentSync<Content, Root extends SessionRoot>(kind: DocumentKind<Content, Root>) {
  /**
   * The owner whose document was read since the page was opened. Before that, another browser may
   * have changed it.
   */
  let readFor: string | null = null;
  let running: Promise<unknown> = Promise.resolve();

  const syncNow =
    (fresh: boolean): Thunk<Root, { before: Content; after: Content } | null> =>
    async (dispatch, getState) => {
      const owner = selectOwner(getState());
      const email = selectMember(getState())?.email;
      if (owner === null || email === undefined) return null;
      const isSignedIn = () => selectOwner(getState()) === owner;

      let merged: { before: Content; after: Content } | null = null;
      const read = async () => {
        const saved = isSignedIn() ? await kind.read(dispatch, email) : undefined;
        if (saved === undefined || !isSignedIn()) return null;
        const before = kind.select(getState());
        const { base, here } = kind.changesFor(owner, before);
        const after = kind.merge(base, here, saved.content);
        kind.writeKnown({ ...saved, owner }, after);
        readFor = owner;
        // An unchanged content would be stored again, over that of another tab.
        if (!kind.isSame(after, before)) dispatch(kind.followed(after));
        merged ??= { before, after };
        return saved;
      };

      const stored = kind.readKnown();
      const isSignIn = stored?.owner !== owner;
      const known = fresh || isSignIn || readFor !== owner ? await read() : stored;
      if (known === null) return null;
      await saveDocument({
        known,
        read,
        change: () => kind.select(getState()),
        isSame: kind.isSame,
        write: async (document) => {
          if (!isSignedIn()) return {};
          const { data, error } = await kind.write(dispatch, email, document);
          if (data && isSignedIn()) {
            const { revision } = data;
            kind.writeKnown({ ...document, revision, owner });
          }
          return { error };
        },
        maxTries: MAX_TRIES,
      });
      return isSignIn ? merged : null;
    };

  return ({ fresh = false } = {}): ReturnType<typeof syncNow> =>
    (dispatch) => {
      const turn = running.then(() => dispatch(syncNow(fresh)));
      running = turn.catch(() => undefined);
      return turn;
    };
}
