import { useEffect, useId, useRef, useState } from 'react';
import {
  VIN_LENGTH,
  readVin,
  vinIn,
  vinProblem,
  type Vin,
  type VinProblem,
} from '../../lib/vehicle/vin';
import type { Picker } from './use-picker';

interface VinFieldProps {
  picker: Picker;
  onBegin?: () => void;
  /** What to look at before going on, where this field gives way to the next step; null when there is nothing. */
  onDoubt?: (words: string | null) => void;
}

/**
 * Reads year and make from a vehicle identification number. The number says whose car it is, so it stays
 * in this field: it is neither sent, nor kept, nor written anywhere.
 */
export function VinField({ picker, onBegin, onDoubt }: VinFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [news, setNews] = useState<string[]>([]);

  useEffect(() => {
    // It was opened to be typed into.
    field.current?.focus();
  }, []);

  const read = (text: string) => {
    setTyped(text);
    const vin = vinIn(text);
    const problem = vinProblem(vin);
    if (problem !== null) {
      setNews(wordsFor(problem, vin.length));
      return;
    }
    const found = readVin(vin, new Date().getFullYear());
    const year = picker.fill(found);
    if (year !== null) onBegin?.();
    onDoubt?.(found.mistyped ? MISTYPED : null);
    setNews(whatWasRead(found, year));
  };

  return (
    <div className="field vin">
      <label htmlFor={id}>VIN</label>
      <input
        ref={field}
        className="input"
        id={id}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-describedby={`${id}-hint ${id}-news`}
        onChange={(event) => {
          read(event.target.value);
        }}
        onKeyDown={(event) => {
          // A number that is not finished yet must not send the form around it.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (vinProblem(vinIn(typed)) === 'too_short') setNews([wrongLength(vinIn(typed).length)]);
        }}
      />
      <p className="hint" id={`${id}-hint`}>
        17 letters and digits. We use it to fill in year and make. It is never sent or stored.
      </p>
      <div id={`${id}-news`} role="status">
        {news.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}

const MISTYPED =
  'The check digit does not match. Look for a mistyped character, or continue if it is right.';

const wrongLength = (length: number) =>
  `A VIN has ${VIN_LENGTH} letters and digits; this has ${length}.`;

function wordsFor(problem: VinProblem, length: number): string[] {
  if (problem === 'too_short') return [];
  if (problem === 'too_long') return [wrongLength(length)];
  return ['A VIN has digits and letters, but never I, O or Q.'];
}

function whatWasRead({ years, make, mistyped }: Vin, year: number | null): string[] {
  const said: string[] = [];
  if (mistyped) said.push(MISTYPED);
  const [likely] = years;
  if (year !== null) {
    said.push(
      make === undefined
        ? `Model year ${year}. Choose the make.`
        : `${year} ${make}. Choose the model.`,
    );
  } else if (likely === undefined) {
    said.push('This VIN does not tell the model year. Choose it yourself.');
  } else {
    said.push(`Model year ${likely}. No parts are listed for cars of that year.`);
  }
  return said;
}
