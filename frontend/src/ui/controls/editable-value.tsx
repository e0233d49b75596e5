import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { plainCharacters } from '../../lib/plain-characters';
import { Exact } from '../data/exact';
import { FieldError } from '../forms/field-error';

/** Save error; carries the current value on a conflict. */
export type Refused = string | { problem: string; now: string };

/** A value of digits and signs. */
interface EditableValueProps {
  /** A label for screen readers: "price of Alternator". */
  label: string;
  /** The displayed value. */
  shown: string;
  /** The initial value of the field. */
  start: string;
  inputMode: 'decimal' | 'numeric' | 'text';
  hint?: string;
  /** Validates the input; returns null if it can be saved. */
  check: (typed: string) => string | null;
  /**
   * Saves the value; returns the error, or null if it was saved or the error is shown elsewhere.
   * @param seen the value when the field was opened: the user has not seen later changes
   */
  save: (typed: string, seen: string) => Promise<Refused | null>;
  /** Called when the input is discarded, perhaps after an attempt to save it. */
  onGivenUp?: () => void;
}

/** A value edited in place: Enter and leaving the field save it; Escape restores the old value. */
export function EditableValue(props: EditableValueProps) {
  const { label, shown, start, inputMode, hint, check, save, onGivenUp } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(start);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const editing = typed !== null;

  useEffect(() => {
    if (!editing) return;
    input.current?.focus();
    input.current?.select();
  }, [editing]);

  const close = (returnFocus: boolean) => {
    flushSync(() => {
      setTyped(null);
      setProblem(null);
    });
    if (returnFocus) button.current?.focus();
  };

  const finish = async (returnFocus: boolean) => {
    if (typed === null || busy) return;
    const value = plainCharacters(typed).trim();
    if (value === seen) {
      onGivenUp?.();
      close(returnFocus);
      return;
    }
    const wrong = check(value);
    if (wrong !== null) {
      setProblem(wrong);
      return;
    }
    setBusy(true);
    setProblem(null);
    const refused = await save(value, seen);
    setBusy(false);
    if (refused === null) {
      setSaved(true);
      close(returnFocus && document.activeElement === input.current);
    } else if (typeof refused === 'string') setProblem(refused);
    else {
      setSeen(refused.now);
      setProblem(refused.problem);
    }
  };

  if (!editing) {
    return (
      <span className="cell-rest">
        <button
          ref={button}
          type="button"
          className="cell-value"
          onClick={() => {
            setSaved(false);
            setSeen(start);
            setTyped(start);
          }}
        >
          <b>
            <Exact value={shown} />
          </b>
          <span className="sr-only">, change the {label}</span>
        </button>
        <span role="status" className="cell-saved">
          {saved && (
            <>
              <Check className="icon" />
              <span className="sr-only">Saved</span>
            </>
          )}
        </span>
      </span>
    );
  }
  return (
    <span className="cell-edit">
      <input
        ref={input}
        className="input input-sm"
        type="text"
        inputMode={inputMode}
        aria-label={label.charAt(0).toUpperCase() + label.slice(1)}
        value={typed}
        readOnly={busy}
        aria-busy={busy || undefined}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem !== null || hint !== undefined ? id : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
        onBlur={() => void finish(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            void finish(true);
          }
          if (event.key === 'Escape' && !busy) {
            onGivenUp?.();
            close(true);
          }
        }}
      />
      {problem !== null ? (
        <FieldError id={id}>{problem}</FieldError>
      ) : (
        hint !== undefined && (
          <span className="hint" id={id}>
            {hint}
          </span>
        )
      )}
    </span>
  );
}
