import { ClipboardCheck, ClipboardCopy } from 'lucide-react';
import { useEffect, useState } from 'react';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  /** The text to copy. */
  text: string;
  /** A description for screen readers: "tracking number". */
  what: string;
}

/** Copies a text for use elsewhere, and confirms it. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'not copied' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => {
      setOutcome(null);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('not copied');
    }
  };

  return (
    <span className="copy">
      <button
        type="button"
        className="btn btn-square btn-sm"
        aria-label={`Copy the ${what}`}
        onClick={() => void copy()}
      >
        {outcome === 'copied' ? (
          <ClipboardCheck className="icon" />
        ) : (
          <ClipboardCopy className="icon" />
        )}
      </button>
      <span className="hint" role="status">
        {outcome}
      </span>
    </span>
  );
}
