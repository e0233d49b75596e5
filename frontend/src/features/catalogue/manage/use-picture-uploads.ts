import { useEffect, useRef, useState } from 'react';
import { sendPicture } from '../../../api/admin';
import { codeOf, isApiError, sentenceFor } from '../../../api/problem';
import { useEndedSession, useShopDispatch } from '../../../api/session-hooks';
import { useUploadsOfForm } from './form-uploads';

/** What the shop takes; the server looks at the content. */
export const TAKEN_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const MAX_BYTES = 8 * 1024 * 1024;

/** A file that was not taken, and why. */
export interface Refusal {
  file: string;
  reason: string;
}

interface Uploads {
  /** How many files of the last choice there are, and how many of them are done. */
  total: number;
  done: number;
  added: number;
  refusals: Refusal[];
}

const NONE: Uploads = { total: 0, done: 0, added: 0, refusals: [] };

const UNAUTHENTICATED = 401;

const SENTENCES: Partial<Record<string, string>> = {
  pictures_full: 'The server has no room left for pictures. Ask your administrator.',
  pictures_unavailable: 'Pictures cannot be stored right now. Try again later, or name an address.',
  not_a_picture: 'This is not a JPEG, PNG or WebP picture, or it is damaged.',
  too_many_pixels: 'This picture has more than 40 megapixels. Make it smaller first.',
  body_too_large: 'This file is larger than 8 MB.',
};

/** What is wrong with a file as far as can be seen from here. */
function refusalOf({ size, type }: File): string | undefined {
  if (size > MAX_BYTES) return SENTENCES.body_too_large;
  return TAKEN_TYPES.includes(type) ? undefined : SENTENCES.not_a_picture;
}

/**
 * Sends pictures one after the other: the server works on one at a time. What is left of them is not sent
 * when the form is reset, the page is left, or the session has ended.
 * @param room how many more pictures there may be
 * @param onAdded gets the address of each, in the order of the files
 */
export function usePictureUploads(room: number, onAdded: (img: string) => Promise<unknown>) {
  const dispatch = useShopDispatch();
  const { begin, end } = useUploadsOfForm();
  const [uploads, setUploads] = useState(NONE);
  const [sessionError, setSessionError] = useState<unknown>();
  const current = useRef<AbortController | null>(null);
  useEndedSession(sessionError, [UNAUTHENTICATED]);

  useEffect(
    () => () => {
      current.current?.abort();
    },
    [],
  );

  /** @returns why a file was not taken */
  const send = async (file: File, run: AbortController): Promise<string | undefined> => {
    const { signal } = run;
    const early = refusalOf(file);
    if (early !== undefined) return early;
    const { data, error } = await dispatch(sendPicture(file, signal));
    if (signal.aborted) return undefined;
    if (data) {
      await onAdded(data.img);
      return undefined;
    }
    if (isApiError(error) && error.status === UNAUTHENTICATED) run.abort();
    setSessionError(error);
    return SENTENCES[codeOf(error) ?? ''] ?? sentenceFor(error);
  };

  const upload = async (files: readonly File[]) => {
    if (current.current !== null || files.length === 0) return;
    const run = begin();
    current.current = run;
    const [taken, over] = [files.slice(0, room), files.slice(room)];
    setUploads({
      total: taken.length,
      done: 0,
      added: 0,
      refusals: over.map(({ name }) => ({
        file: name,
        reason: 'There is no room for more pictures here.',
      })),
    });
    for (const file of taken) {
      const reason = await send(file, run);
      if (run.signal.aborted) break;
      const refusal = reason === undefined ? [] : [{ file: file.name, reason }];
      setUploads(({ total, done, refusals, added }) => ({
        total,
        done: done + 1,
        added: reason === undefined ? added + 1 : added,
        refusals: [...refusals, ...refusal],
      }));
    }
    if (run.signal.aborted) setUploads(NONE);
    current.current = null;
    end(run);
  };

  return { ...uploads, isSending: uploads.done < uploads.total, upload };
}
