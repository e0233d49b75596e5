import { ArrowLeft } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { Button } from '../../ui/controls/button';
import { Exact } from '../../ui/data/exact';
import { Alert } from '../../ui/messages/alert';
import { LABELS, PLURALS, UNKNOWN_ENGINE, usePicker, type Picker, type Step } from './use-picker';
import { PickerNews } from './vehicle-picker';
import { VinEntry } from './vin-entry';
import { vinDoubts } from './vin-words';

/** Longer lists get a filter field. */
const FILTER_FROM = 9;

/** The steps to a vehicle one at a time, each a list to pick from. */
export function VehicleSteps({ onChoose }: { onChoose: (vehicle: GarageVehicle) => void }) {
  const picker = usePicker();
  const { steps } = picker;
  /** The step that the visitor went back to. */
  const [back, setBack] = useState<number | null>(null);
  const missing = steps.findIndex(({ value }) => value === '');
  const at = back ?? missing;
  const step = steps[at];
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(at);

  useEffect(() => {
    // The pressed button is gone; the focus moves to the next step.
    if (shown.current !== at) heading.current?.focus();
    shown.current = at;
  }, [at]);

  if (!step) return null;
  const pick = (value: string) => {
    setBack(null);
    if (step.name !== 'engine') picker.choose(step.name, value);
    else {
      const vehicle = picker.vehicle(value);
      if (vehicle) onChoose(vehicle);
    }
  };
  return (
    <div className="vehicle-steps">
      <StepLine picker={picker} at={at} />
      <h3 ref={heading} tabIndex={-1}>
        Choose the {step.name}
      </h3>
      {step.state === 'loading' && (
        <p role="status" className="step-loading">
          <span className="spinner" aria-hidden="true" />
          Loading {PLURALS[step.name]}
        </p>
      )}
      {at > 0 &&
        picker.vin &&
        vinDoubts(picker.vin).map((doubt) => (
          <Alert key={doubt} tone="warning">
            {doubt}
          </Alert>
        ))}
      <PickerNews picker={picker} />
      {step.state === 'ready' && <OptionList key={at} step={step} onPick={pick} />}
      {at > 0 && (
        <Button
          icon={<ArrowLeft className="icon" />}
          onClick={() => {
            setBack(at - 1);
          }}
        >
          {LABELS[steps[at - 1]?.name ?? 'year']}
        </Button>
      )}
      {at === 0 && <VinEntry picker={picker} />}
    </div>
  );
}

/** The completed steps with their values. */
function StepLine({ picker, at }: { picker: Picker; at: number }) {
  return (
    <ol className="step-line" aria-label="Steps">
      {picker.steps.map(({ name, value, options }, place) => (
        <li key={name} aria-current={place === at ? 'step' : undefined}>
          <span className="balloon" aria-hidden="true">
            <Exact value={place + 1} />
          </span>
          {LABELS[name]}
          <b>{place < at && options.find(({ id }) => id === value)?.name}</b>
        </li>
      ))}
    </ol>
  );
}

interface OptionListProps {
  step: Step;
  onPick: (value: string) => void;
}

function OptionList({ step: { name, options }, onPick }: OptionListProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = options.filter((option) => option.name.toLowerCase().includes(wanted));
  return (
    <>
      {options.length >= FILTER_FROM && (
        <>
          <label className="sr-only" htmlFor={id}>
            Filter {PLURALS[name]}
          </label>
          <input
            className="input"
            id={id}
            type="search"
            autoComplete="off"
            placeholder={`Filter ${PLURALS[name]}`}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
            }}
          />
        </>
      )}
      <ul className={name === 'year' ? 'pick-list grid' : 'pick-list'}>
        {found.map((option) => (
          <li key={option.id}>
            <button
              type="button"
              onClick={() => {
                onPick(option.id);
              }}
            >
              {option.name}
            </button>
          </li>
        ))}
        {name === 'engine' && (
          <li>
            <button
              type="button"
              onClick={() => {
                onPick('');
              }}
            >
              {UNKNOWN_ENGINE}
            </button>
          </li>
        )}
      </ul>
      {found.length === 0 && name !== 'engine' && options.length > 0 && (
        <p role="status">No {PLURALS[name]} match.</p>
      )}
      {name === 'engine' && (
        <p className="hint">Without the engine, parts that depend on it show “Check fit”.</p>
      )}
    </>
  );
}
