import type { ReactNode } from 'react';
import type { Listing, Part } from '../../api/contract/generated-types';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { Exact } from '../../ui/data/exact';
import { PartFitments } from './part-fitments';
import { NUMBER_KINDS } from './part-numbers';

interface PartFactsProps {
  part: Part;
  listing?: Listing;
  /** The visitor's current car. */
  vehicle: GarageVehicle | null;
}

/** A part's description, attributes, numbers and package. */
export function PartFacts({ part, listing, vehicle }: PartFactsProps) {
  const specs = listing?.attributes ?? [];
  const numbers = listing?.numbers ?? [];
  const parcel = listing ? parcelOf(listing) : [];
  return (
    <div className="part-facts">
      <section aria-labelledby="about">
        <h2 id="about">About this part</h2>
        <p className="desc">{part.desc}</p>
      </section>
      {specs.length > 0 && (
        <section aria-labelledby="specifications">
          <h2 id="specifications">Specifications</h2>
          <Table
            rows={specs.map(({ name, value, unit }) => [
              name,
              unit === undefined ? value : `${value} ${unit}`,
            ])}
          />
        </section>
      )}
      <PartFitments part={part._id} vehicle={vehicle} />
      {numbers.length > 0 && (
        <section aria-labelledby="numbers">
          <h2 id="numbers">Numbers</h2>
          <table className="fact-table">
            <thead>
              <tr>
                <th scope="col">Number</th>
                <th scope="col">Maker</th>
                <th scope="col">Type</th>
              </tr>
            </thead>
            <tbody>
              {part.number !== undefined && (
                <tr>
                  <td className="part-number">
                    <Exact value={part.number} />
                  </td>
                  <td>{part.brand?.name ?? '–'}</td>
                  <td>Part number</td>
                </tr>
              )}
              {numbers.map(({ kind, number, maker }) => (
                <tr key={`${kind} ${maker} ${number}`}>
                  <td className="part-number">
                    <Exact value={number} />
                  </td>
                  <td>{maker ?? '–'}</td>
                  <td>{NUMBER_KINDS[kind]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {parcel.length > 0 && (
        <section aria-labelledby="parcel">
          <h2 id="parcel">Shipping weight and size</h2>
          <Table rows={parcel} />
        </section>
      )}
    </div>
  );
}

function Table({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <table className="fact-table">
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const GRAMS_IN_KILOGRAM = 1000;

function parcelOf({ weight, length, width, height, hazmat }: Listing): [string, string][] {
  const rows: [string, string][] = [];
  if (weight !== undefined) {
    const isHeavy = weight >= GRAMS_IN_KILOGRAM;
    rows.push(['Weight', isHeavy ? `${weight / GRAMS_IN_KILOGRAM} kg` : `${weight} g`]);
  }
  const sides = [length, width, height].filter((side) => side !== undefined);
  if (sides.length > 0) rows.push(['Size', `${sides.join(' × ')} mm`]);
  if (hazmat) rows.push(['Dangerous goods', 'Yes']);
  return rows;
}
