import { codeOf } from './contract/problem';

/** A document of a member, such as the cart: read and saved as a whole. */
export interface Revisioned<Content> {
  /** The number of saves; a save states the one that it is based on. */
  revision: number;
  content: Content;
}

interface Saving<Content> {
  /** The saved document, if it is known. */
  known?: Revisioned<Content> | null;
  /** The saved document; null without a response, or if it is no longer needed. */
  read: () => Promise<Revisioned<Content> | null>;
  /** The content to save in place of the saved one. */
  change: (saved: Content) => Content;
  isSame: (one: Content, other: Content) => boolean;
  write: (document: Revisioned<Content>) => PromiseLike<{ error?: unknown }>;
  maxTries: number;
}

/** Changes a member's document. If another browser was faster, it is read and changed again. */
export async function saveDocument<Content>(saving: Saving<Content>): Promise<void> {
  const { known = null, read, change, isSame, write, maxTries } = saving;
  let saved = known;
  for (let tries = 0; tries < maxTries; tries += 1) {
    saved ??= await read();
    if (saved === null) return;
    const content = change(saved.content);
    if (isSame(content, saved.content)) return;
    const { error } = await write({ revision: saved.revision, content });
    if (codeOf(error) !== 'changed_meanwhile') return;
    saved = null;
  }
}
