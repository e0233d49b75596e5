import { garageOf, type Garage } from './garage';

const idsOf = ({ vehicles }: Garage) => new Set(vehicles.map(({ id }) => id));

/**
 * Puts what was chosen here together with what the shop keeps by now.
 * @param base what the shop kept when both were last the same: what differs from it was chosen here, and
 *   wins; with an empty one the outcome is the union, and what is chosen here stays chosen
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

/** What the vehicles are called does not matter. */
export function isSameGarage(one: Garage, other: Garage): boolean {
  const ids = idsOf(other);
  return (
    one.chosen === other.chosen &&
    one.vehicles.length === ids.size &&
    one.vehicles.every(({ id }) => ids.has(id))
  );
}
