import { Fragment } from 'react';
import type { Application, ListedModel } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { vehiclesApi } from '../../api/vehicles';
import { needsInWords } from '../../lib/vehicle/fit-words';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { Button } from '../../ui/controls/button';
import { Exact, Things } from '../../ui/data/exact';
import { Alert } from '../../ui/messages/alert';

interface PartFitmentsProps {
  part: string;
  vehicle: GarageVehicle | null;
}

/** The cars a part is listed for, by make, model and years; renders nothing if there are none. */
export function PartFitments({ part, vehicle }: PartFitmentsProps) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } =
    vehiclesApi.useFitmentsInfiniteQuery({ id: part });
  const models = data?.pages.flatMap((page) => page.models) ?? [];
  const setAside = data?.pages[0]?.setAside ?? 0;
  if (models.length === 0 && setAside === 0 && error === undefined) return null;
  const isFailed = error !== undefined && !isFetching;
  return (
    <section className="fitments" aria-labelledby="fitments">
      <h2 id="fitments">What it fits</h2>
      {models.length > 0 && <Models models={models} vehicle={vehicle} />}
      {isFailed && (
        <Alert tone="danger">
          <p>The list of cars did not load. {sentenceFor(error)}</p>
          <Button size="small" onClick={() => void (data ? fetchNextPage() : refetch())}>
            Try again
          </Button>
        </Alert>
      )}
      {hasNextPage && !isFailed && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          Show more models
        </Button>
      )}
      {setAside > 0 && (
        <p className="hint">
          We could not read <Things of={setAside} one="more entry" many="more entries" /> from the
          supplier. If your car is not listed, ask us.
        </p>
      )}
    </section>
  );
}

function Models({ models, vehicle }: { models: ListedModel[]; vehicle: GarageVehicle | null }) {
  const [year, make, model] = vehicle?.id.split('/') ?? [];
  return (
    <table className="fact-table">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Years</th>
          <th scope="col">Engine</th>
          <th scope="col">Pieces</th>
        </tr>
      </thead>
      {byMake(models).map(({ name, listed }) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={4}>
              {name}
            </th>
          </tr>
          {listed.map((one) => (
            <Fragment key={one.model.id}>
              {one.applications.map((application, at) => (
                <Row
                  key={`${application.from} ${application.engine?.id} ${at}`}
                  name={one.model.name}
                  application={application}
                  own={one.model.id === `${make}/${model}` && includes(application, Number(year))}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      ))}
    </table>
  );
}

const includes = ({ from, to }: Application, year: number) => from <= year && year <= to;

/** Models are sorted by key, so those of one make are adjacent. */
function byMake(models: ListedModel[]) {
  const makes = new Map<string, { name: string; listed: ListedModel[] }>();
  for (const one of models) {
    const make = makes.get(one.make.id) ?? { name: one.make.name, listed: [] };
    make.listed.push(one);
    makes.set(one.make.id, make);
  }
  return [...makes.values()];
}

function Row({ name, application, own }: { name: string; application: Application; own: boolean }) {
  const { from, to, engine, position, pieces, conditions } = application;
  return (
    <tr className={own ? 'own-vehicle' : undefined}>
      <td>
        {name}
        {own && <span className="hint"> Your car</span>}
        {conditions.map(({ id, words }) => (
          <span key={id} className="hint condition">
            {words}
          </span>
        ))}
      </td>
      <td>
        {from === to ? (
          <Exact value={from} />
        ) : (
          <>
            <Exact value={from} />–<Exact value={to} />
          </>
        )}
      </td>
      <td>{engine?.name ?? 'All'}</td>
      <td>{pieces === undefined ? (position ?? '–') : needsInWords([{ pieces, position }])}</td>
    </tr>
  );
}
