import { createContext, useContext, useMemo, useRef, useState } from 'react';

/**
 * The uploads of one form. The form is not submitted before they finish, and discarded files are
 * not uploaded.
 */
export interface FormUploads {
  isSending: boolean;
  begin: () => AbortController;
  end: (run: AbortController) => void;
  /** Stops all uploads, including the running one. */
  stop: () => void;
}

const FormUploadsContext = createContext<FormUploads | null>(null);

/** Wraps a form whose pictures are uploaded. */
export const FormUploadsProvider = FormUploadsContext.Provider;

export const WAIT_FOR_PICTURES = 'Wait for the pictures';

/** For the page that contains the form. */
export function useFormUploads(): FormUploads {
  const running = useRef(new Set<AbortController>());
  const [isSending, setSending] = useState(false);
  return useMemo(
    () => ({
      isSending,
      begin: () => {
        const run = new AbortController();
        running.current.add(run);
        setSending(true);
        return run;
      },
      end: (run) => {
        running.current.delete(run);
        setSending(running.current.size > 0);
      },
      stop: () => {
        for (const run of running.current) run.abort();
      },
    }),
    [isSending],
  );
}

/** For the components that upload. */
export function useUploadsOfForm(): FormUploads {
  const uploads = useContext(FormUploadsContext);
  if (uploads === null) throw new Error('pictures are uploaded into a form');
  return uploads;
}
