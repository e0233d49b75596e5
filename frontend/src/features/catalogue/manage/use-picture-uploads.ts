import { useEffect, useRef, useState } from 'react';
import { sendPicture } from '../../../api/admin';
import { codeOf, isApiError, sentenceFor } from '../../../api/contract/problem';
import { useEndedSession, useShopDispatch } from '../../../api/session/session-hooks';
import { useUploadsOfForm } from './form-uploads';

/** Accepted types; the server checks the content. */
export const TAKEN_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const MAX_BYTES = 8 * 1024 * 1024;

/** A refused file, with the reason. */
export interface Refusal {
  file: string;
  reason: string;
}

interface Uploads {
  /** Number of files in the last selection, and how many are done. */
  total: number;
  done: number;
  added: number;
  refusals: Refusal[];
}

const NONE: Uploads = { total: 0, done: 0, added: 0, refusals: [] };

const UNAUTHENTICATED = 401;

const SENTENCES: Partial<Record<string, string>> = {
  pictures_full: 'The server has no room left for pictures. Ask your administrator.',
  pictures_unavailable: 'Pictures cannot be stored right now. Try again later or enter an address.',
  not_a_picture: 'This is not a JPEG, PNG or WebP picture, or it is damaged.',
  too_many_pixels: 'This picture has more than 40 megapixels. Make it smaller first.',
  body_too_large: 'This file is larger than 8 MB.',
};

/** Why a file is refused, as far as the browser can tell. */
function refusalOf({ size, type }: File): string | undefined {
  if (size > MAX_BYTES) return SENTENCES.body_too_large;
  return TAKEN_TYPES.includes(type) ? undefined : SENTENCES.not_a_picture;
}

/**
 * Uploads pictures one at a time, because the server processes one at a time. Remaining files are
 * dropped when the form is reset, the page is left, or the session has ended.
 * @param room how many more pictures can be added
 * @param onAdded receives the URL of each picture, in the order of the files
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

  /** @returns why the file was refused; undefined on success */
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
        reason: 'No more pictures can be added here.',
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
