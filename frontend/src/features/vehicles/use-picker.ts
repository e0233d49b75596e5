import { useState } from 'react';
import type { VehicleName } from '../../api/contract/generated-types';
import { vehiclesApi } from '../../api/vehicles';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import type { Vin } from '../../lib/vehicle/vin';

export const STEPS = ['year', 'make', 'model', 'engine'] as const;
export type StepName = (typeof STEPS)[number];

/** The selected keys; empty if not selected. */
type Choice = Record<StepName, string>;
const NOTHING: Choice = { year: '', make: '', model: '', engine: '' };

/** One of the selects that lead to a vehicle. */
export interface Step {
  name: StepName;
  /** The options. */
  options: VehicleName[];
  value: string;
  /** waiting: for the previous select */
  state: 'waiting' | 'loading' | 'failed' | 'ready';
  error: unknown;
  retry: () => void;
}

interface OptionsQuery {
  currentData?: VehicleName[];
  error?: unknown;
  isFetching: boolean;
  isUninitialized: boolean;
  refetch: () => unknown;
}

function stepOf(name: StepName, value: string, query: OptionsQuery): Step {
  const { currentData, error, isFetching, isUninitialized, refetch } = query;
  const loadState = currentData
    ? 'ready'
    : isFetching || error === undefined
      ? 'loading'
      : 'failed';
  return {
    name,
    options: currentData ?? [],
    value,
    state: isUninitialized ? 'waiting' : loadState,
    error,
    retry: () => void refetch(),
  };
}

const isCalled = (name: string) => (option: VehicleName) =>
  option.name.toLowerCase() === name.toLowerCase();

/** Leads to a vehicle in four steps. Each is loaded once the previous one is chosen. */
export function usePicker() {
  const [choice, setChoice] = useState(NOTHING);
  /**
   * A VIN applies until a year is chosen manually. It may be read before the years or the makes
   * have loaded.
   */
  const [vin, setVin] = useState<Vin | null>(null);
  const years = vehiclesApi.useListVehicleYearsQuery(undefined);
  const listed = years.currentData && vin?.years.filter((one) => years.currentData?.includes(one));
  const yearOfVin = listed?.length === 1 ? String(listed[0]) : '';
  const chosenYear = choice.year || yearOfVin;
  const year = Number(chosenYear);
  const makes = vehiclesApi.useListVehicleMakesQuery({ year }, { skip: chosenYear === '' });
  const make = choice.make || (makes.currentData?.find(isCalled(vin?.make ?? ''))?.id ?? '');
  const models = vehiclesApi.useListVehicleModelsQuery({ year, make }, { skip: make === '' });
  const { model } = choice;
  const engines = vehiclesApi.useListVehicleEnginesQuery({ year, model }, { skip: model === '' });

  const named = years.currentData?.map((one) => ({ id: String(one), name: String(one) }));
  const steps = [
    stepOf('year', chosenYear, { ...years, currentData: named }),
    stepOf('make', make, makes),
    stepOf('model', model, models),
    stepOf('engine', choice.engine, engines),
  ] as const;

  const choose = (name: StepName, value: string) => {
    const before = STEPS.slice(0, STEPS.indexOf(name));
    const kept = Object.fromEntries(
      before.map((step) => [step, { ...choice, year: chosenYear, make }[step]]),
    );
    setChoice({ ...NOTHING, ...kept, [name]: value });
    if (name === 'year') setVin(null);
    // The VIN's make no longer applies, even if none is chosen instead.
    if (name === 'make') setVin((read) => read && { ...read, make: undefined });
  };

  return {
    steps,
    choose,
    /** Takes over the data of a VIN, as far as parts are listed for it. */
    fill: (read: Vin) => {
      setVin(read);
      // Fields that the VIN does not determine keep their values.
      if (read.years.length > 0) setChoice(NOTHING);
    },
    /**
     * The decoded VIN, and the years of it that have listed parts; null without a VIN or while the
     * years load.
     */
    vin: vin && listed ? { read: vin, listed, year: chosenYear } : null,
    /** Chooses one of the possible years of the VIN. */
    chooseYearOfVin: (one: number) => {
      setChoice({ ...NOTHING, year: String(one) });
    },
    /** The vehicle, once year, make and model are chosen. @param engine overrides the chosen one */
    vehicle: (engine = choice.engine): GarageVehicle | null => {
      const names = steps.map(({ options, value }) => options.find(({ id }) => id === value)?.name);
      const [yearName, makeName, modelName] = names;
      if (model === '' || makeName === undefined || modelName === undefined) return null;
      const engineName = steps[3].options.find(({ id }) => id === engine)?.name;
      const id = `${yearName}/${model}`;
      return {
        id: engineName === undefined ? id : `${id}/${engine}`,
        car: `${yearName} ${makeName} ${modelName}`,
        ...(engineName !== undefined && { engine: engineName }),
      };
    },
  };
}

export type Picker = ReturnType<typeof usePicker>;

export const LABELS: Record<StepName, string> = {
  year: 'Year',
  make: 'Make',
  model: 'Model',
  engine: 'Engine',
};
export const PLURALS: Record<StepName, string> = {
  year: 'years',
  make: 'makes',
  model: 'models',
  engine: 'engines',
};
export const UNKNOWN_ENGINE = "I don't know my engine";
export const NO_CARS = 'No parts are listed by car yet. Search by name or number instead.';
