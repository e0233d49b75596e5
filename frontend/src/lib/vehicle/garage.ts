/** A vehicle in the garage. */
export interface GarageVehicle {
  /** `2018/honda/civic/2.0l-l4-gas`, or without the engine if unknown. */
  id: string;
  /** `2018 Honda Civic`; undefined until the shop has sent it. */
  car?: string;
  /** `2.0L L4`; undefined if the engine is unknown. */
  engine?: string;
}

/** Vehicles in the order added, and the visitor's current one. */
export interface Garage {
  vehicles: GarageVehicle[];
  chosen: string | null;
}

export const MAX_VEHICLES = 20;
export const EMPTY_GARAGE: Garage = { vehicles: [], chosen: null };

const YEAR = '(189[6-9]|19\\d\\d|20\\d\\d|2100)';
const KEY = '/(?=[^/]{1,60}(/|$))[0-9a-z]+';
const VEHICLE = new RegExp(
  `^${YEAR}(${KEY}(-[0-9a-z]+)*){2}(${KEY}((-|(?<=\\d)\\.(?=\\d))[0-9a-z]+)*)?$`,
);

/** Whether the text has the format of a vehicle key; the vehicle need not exist. */
export const isVehicle = (text: unknown): text is string =>
  typeof text === 'string' && VEHICLE.test(text);

const MAX_NAME = 160;
const nameIn = (text: unknown) =>
  typeof text === 'string' && text !== '' && text.length <= MAX_NAME ? text : undefined;

/**
 * Beyond 20, the oldest unselected vehicles are dropped. A selected one that is missing counts as
 * none.
 */
export function garageOf(vehicles: GarageVehicle[], chosen: string | null): Garage {
  const spare = vehicles.filter(({ id }) => id !== chosen);
  const gone = new Set(spare.slice(0, Math.max(vehicles.length - MAX_VEHICLES, 0)));
  return {
    vehicles: vehicles.filter((vehicle) => !gone.has(vehicle)),
    chosen: spare.length < vehicles.length ? chosen : null,
  };
}

/** Parses any value into a valid garage; invalid values are dropped one by one. */
export function garageIn(value: unknown): Garage {
  const { vehicles, chosen } = Object(value) as Record<keyof Garage, unknown>;
  const known = new Map<string, GarageVehicle>();
  for (const entry of Array.isArray(vehicles) ? (vehicles as unknown[]) : []) {
    const { id, car, engine } = Object(entry) as Record<keyof GarageVehicle, unknown>;
    if (isVehicle(id)) known.set(id, { id, car: nameIn(car), engine: nameIn(engine) });
  }
  return garageOf([...known.values()], isVehicle(chosen) ? chosen : null);
}

/** Adds a vehicle and makes it the current one. */
export function withChosen({ vehicles }: Garage, vehicle: GarageVehicle): Garage {
  const isKnown = vehicles.some(({ id }) => id === vehicle.id);
  const all = isKnown
    ? vehicles.map((other) => (other.id === vehicle.id ? vehicle : other))
    : [...vehicles, vehicle];
  return garageOf(all, vehicle.id);
}

/** Words for a key whose names the shop has not sent yet: `2018 Honda Civic`. */
export const carOf = ({ id, car }: GarageVehicle) =>
  car ??
  id
    .split('/')
    .slice(0, 3)
    .join(' ')
    .replaceAll('-', ' ')
    .replace(/(?<= )[a-z]/g, (letter) => letter.toUpperCase());

/** `2018 Honda Civic 2.0L L4` */
export const nameOf = (vehicle: GarageVehicle) =>
  vehicle.engine === undefined ? carOf(vehicle) : `${carOf(vehicle)} ${vehicle.engine}`;
