import { garageOf, type Garage } from './garage';

const idsOf = ({ vehicles }: Garage) => new Set(vehicles.map(({ id }) => id));

/**
 * Merges the local changes with the saved garage.
 * @param base the saved garage at the last sync: local differences from it win; if it is empty, the
 *   result is the union, with the local selection
 */
export function mergeGarages(base: Garage, here: Garage, saved: Garage): Garage {
  const [before, mine, theirs] = [idsOf(base), idsOf(here), idsOf(saved)];
  const names = new Map(here.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const all = [...saved.vehicles, ...here.vehicles.filter(({ id }) => !theirs.has(id))];
  const kept = all.filter(({ id }) => {
    const changedHere = mine.has(id) !== before.has(id);
    return (changedHere ? mine : theirs).has(id);
  });
  const chosen = here.chosen === base.chosen ? saved.chosen : here.chosen;
  return garageOf(
    kept.map((vehicle) => names.get(vehicle.id) ?? vehicle),
    chosen,
  );
}

/** Ignores the vehicles' names. */
export function isSameGarage(one: Garage, other: Garage): boolean {
  const ids = idsOf(other);
  return (
    one.chosen === other.chosen &&
    one.vehicles.length === ids.size &&
    one.vehicles.every(({ id }) => ids.has(id))
  );
}
