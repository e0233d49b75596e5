import { useRef, useState } from 'react';
import { adminApi } from '../../../api/admin';
import { codeOf, sentenceFor } from '../../../api/problem';
import { useEndedSession } from '../../../api/session-hooks';

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
  refusals: Refusal[];
}

const NONE: Uploads = { total: 0, done: 0, refusals: [] };

const SENTENCES: Partial<Record<string, string>> = {
  pictures_full: 'The server has no room left for pictures. Ask whoever runs it to make room.',
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
 * Sends pictures one after the other: the server works on one at a time.
 * @param room how many more pictures there may be
 * @param onAdded gets the address of each, in the order of the files
 */
export function usePictureUploads(room: number, onAdded: (img: string) => Promise<unknown>) {
  const [addPicture] = adminApi.useAddPictureMutation();
  const [uploads, setUploads] = useState(NONE);
  const [sessionError, setSessionError] = useState<unknown>();
  const busy = useRef(false);
  useEndedSession(sessionError, [401]);

  const upload = async (files: readonly File[]) => {
    if (busy.current || files.length === 0) return;
    busy.current = true;
    const [taken, over] = [files.slice(0, room), files.slice(room)];
    setUploads({
      total: taken.length,
      done: 0,
      refusals: over.map(({ name }) => ({
        file: name,
        reason: 'There is no room for more pictures here.',
      })),
    });
    for (const file of taken) {
      let reason = refusalOf(file);
      if (reason === undefined) {
        const answer = await addPicture(file);
        if (answer.error === undefined) await onAdded(answer.data.img);
        else {
          setSessionError(answer.error);
          reason = SENTENCES[codeOf(answer.error) ?? ''] ?? sentenceFor(answer.error);
        }
      }
      const refusal = reason === undefined ? [] : [{ file: file.name, reason }];
      setUploads(({ total, done, refusals }) => ({
        total,
        done: done + 1,
        refusals: [...refusals, ...refusal],
      }));
    }
    busy.current = false;
  };

  return { ...uploads, isSending: uploads.done < uploads.total, upload };
}
