import type { Application, Part, Verdict } from '../../api/contract/generated-types';
import { vehiclesApi } from '../../api/vehicles';
import type { GarageVehicle } from '../../lib/vehicle/garage';

interface ListedForProps {
  part: Part;
  vehicle: GarageVehicle;
  verdict: Verdict | undefined;
}

/**
 * The years and engines behind a "fits" verdict. Taken from the first page of the part's fitments,
 * which the page shows anyway; makes a request only for a model on a later page.
 */
export function ListedFor({ part, vehicle, verdict }: ListedForProps) {
  const [year, make, name, engine] = vehicle.id.split('/');
  const model = `${make}/${name}`;
  const fits = verdict?.verdict === 'fits' || verdict?.verdict === 'fits_if';
  const { data, hasNextPage } = vehiclesApi.useFitmentsInfiniteQuery({ id: part._id });
  const read = data?.pages[0]?.models.find((one) => one.model.id === model);
  const { currentData: later } = vehiclesApi.useFitmentsOfModelQuery(
    { id: part._id, model },
    { skip: !fits || read !== undefined || !hasNextPage },
  );
  if (!fits) return null;
  const listed = read ?? later?.models.find((one) => one.model.id === model);
  const words = yearsAndEngines(listed?.applications ?? [], Number(year), engine);
  if (words === null) return null;
  const by = part.brand ? ` by ${part.brand.name}` : '';
  return <p>{`Listed${by} for ${words}.`}</p>;
}

/**
 * Summarizes the applications that match the car: they all contain its year, so their years form
 * one range.
 */
function yearsAndEngines(
  applications: Application[],
  year: number,
  engine: string | undefined,
): string | null {
  const held = applications.filter(
    (one) =>
      one.from <= year &&
      year <= one.to &&
      (engine === undefined || one.engine === undefined || one.engine.id === engine),
  );
  if (held.length === 0) return null;
  const from = Math.min(...held.map((one) => one.from));
  const to = Math.max(...held.map((one) => one.to));
  const years = from === to ? String(from) : `${from} to ${to}`;
  const engines = [...new Set(held.map((one) => one.engine?.name))];
  const [name] = engines;
  // Some apply to all engines and some to one; the table shows the details.
  if (engines.length > 1) return years;
  return name === undefined ? `${years}, all engines` : `${years}, ${name} engine`;
}
