import { useId } from 'react';
import { sentenceFor } from '../../api/contract/problem';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { Button } from '../../ui/controls/button';
import { Exact } from '../../ui/data/exact';
import { VinEntry } from './vin-entry';
import {
  LABELS,
  NO_CARS,
  PLURALS,
  STEPS,
  UNKNOWN_ENGINE,
  usePicker,
  type Picker,
  type Step,
} from './use-picker';

export interface VehiclePickerProps {
  onChoose: (vehicle: GarageVehicle) => void;
  /** Called on the first choice: from then on the form is in use. */
  onBegin: () => void;
}

/** The steps to a vehicle in a row, where there is room for them. */
export function VehiclePicker({ onChoose, onBegin }: VehiclePickerProps) {
  const picker = usePicker();
  const vehicle = picker.vehicle();
  return (
    <form
      className="vehicle-row"
      aria-label="Your car"
      onSubmit={(event) => {
        event.preventDefault();
        if (vehicle) onChoose(vehicle);
      }}
    >
      <p className="title">Parts that fit your car</p>
      <div className="vehicle-fields">
        {picker.steps.map((step, at) => (
          <StepSelect
            key={step.name}
            step={step}
            number={at + 1}
            onChoose={(value) => {
              picker.choose(step.name, value);
              onBegin();
            }}
          />
        ))}
        <Button type="submit" look="primary" disabled={vehicle === null}>
          Show parts
        </Button>
      </div>
      <PickerNews picker={picker} />
      <VinEntry picker={picker} onBegin={onBegin} />
    </form>
  );
}

interface StepSelectProps {
  step: Step;
  number: number;
  onChoose: (value: string) => void;
}

function StepSelect({ step, number, onChoose }: StepSelectProps) {
  const { name, options, value, state } = step;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        <span className="balloon" aria-hidden="true">
          <Exact value={number} />
        </span>
        {LABELS[name]}
      </label>
      <select
        className="choice"
        id={id}
        value={value}
        // Not disabled while loading, because it would lose the focus.
        disabled={state === 'waiting'}
        aria-busy={state === 'loading'}
        onChange={(event) => {
          onChoose(event.target.value);
        }}
      >
        <option value="">{placeholderOf(step)}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function placeholderOf({ name, state }: Step): string {
  if (state === 'loading') return 'Loading …';
  if (name === 'engine') return UNKNOWN_ENGINE;
  return `Choose a ${name}`;
}

/** The problem of the current step: it failed to load, or has no options. */
export function PickerNews({ picker }: { picker: Picker }) {
  const failed = picker.steps.find(({ state }) => state === 'failed');
  if (failed) {
    const isFirst = failed.name === STEPS[0];
    return (
      <div className="picker-notice" role="alert">
        <p>
          The {PLURALS[failed.name]} did not load. {sentenceFor(failed.error)}
          {!isFirst && ' Your choices so far are kept.'}
        </p>
        <Button size="small" onClick={failed.retry}>
          Try again
        </Button>
      </div>
    );
  }
  const [years] = picker.steps;
  if (years.state === 'ready' && years.options.length === 0) {
    return <p className="picker-notice">{NO_CARS}</p>;
  }
  return null;
}
