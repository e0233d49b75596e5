import { createContext, useContext, useMemo, useRef, useState } from 'react';

/** The uploads of one form: it is not sent before they are in it, and what it forgets is not sent. */
export interface FormUploads {
  isSending: boolean;
  begin: () => AbortController;
  end: (run: AbortController) => void;
  /** Ends all of them, also the one that is being sent. */
  stop: () => void;
}

const FormUploadsContext = createContext<FormUploads | null>(null);

/** Goes around a form whose pictures are uploaded. */
export const FormUploadsProvider = FormUploadsContext.Provider;

export const WAIT_FOR_PICTURES = 'Wait for the pictures';

/** For the page that has the form. */
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

/** For what uploads. */
export function useUploadsOfForm(): FormUploads {
  const uploads = useContext(FormUploadsContext);
  if (uploads === null) throw new Error('pictures are uploaded into a form');
  return uploads;
}
