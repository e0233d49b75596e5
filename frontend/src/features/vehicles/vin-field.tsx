import { useEffect, useId, useRef, useState } from 'react';
import { readVin, vinIn, vinProblem } from '../../lib/vehicle/vin';
import { Button } from '../../ui/controls/button';
import { Exact } from '../../ui/data/exact';
import type { Picker } from './use-picker';
import { problemInWords, readingInWords, vinDoubts } from './vin-words';

interface VinFieldProps {
  picker: Picker;
  onBegin?: () => void;
}

/**
 * Reads year and make from a vehicle identification number. The number identifies the owner, so it
 * stays in this field: it is neither sent nor stored nor logged.
 */
export function VinField({ picker, onBegin }: VinFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  /** Whether Enter was pressed, which shows the errors of an incomplete number. */
  const [checked, setChecked] = useState(false);
  const vin = vinIn(typed);
  const problem = vinProblem(vin);

  useEffect(() => {
    // It was opened for typing.
    field.current?.focus();
  }, []);

  const read = (text: string) => {
    setTyped(text);
    setChecked(false);
    if (vinProblem(vinIn(text)) !== null) return;
    picker.fill(readVin(vinIn(text), new Date().getFullYear()));
    onBegin?.();
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
          // An incomplete number must not submit the surrounding form.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          setChecked(true);
        }}
      />
      <p className="hint" id={`${id}-hint`}>
        17 letters and digits. We use it to fill in the year and make. It is never sent or stored.
      </p>
      <div id={`${id}-news`} role="status">
        {problem === null ? (
          <VinReading picker={picker} />
        ) : (
          problemInWords(problem, vin.length, checked).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))
        )}
      </div>
      {problem === null && (
        <YearsOfVin
          picker={picker}
          onChoose={() => {
            // The pressed button disappears.
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** The data read from a VIN. */
function VinReading({ picker }: { picker: Picker }) {
  const { vin } = picker;
  if (!vin) return null;
  return [...vinDoubts(vin), readingInWords(vin)].map((sentence) => (
    <p key={sentence}>{sentence}</p>
  ));
}

/** The choice between the two possible model years of a VIN. */
function YearsOfVin({ picker, onChoose }: { picker: Picker; onChoose: () => void }) {
  const { vin } = picker;
  if (vin?.year !== '' || vin.listed.length < 2) return null;
  return (
    <div className="vin-years" role="group" aria-label="Model year">
      {vin.listed.map((year) => (
        <Button
          key={year}
          size="small"
          onClick={() => {
            picker.chooseYearOfVin(year);
            onChoose();
          }}
        >
          <Exact value={year} />
        </Button>
      ))}
    </div>
  );
}
