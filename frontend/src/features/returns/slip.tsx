import { lazy, type ReactNode, Suspense } from 'react';
import { seller } from '../../lib/seller';
import { Count, Exact } from '../../ui/data/exact';
import { LastDay } from '../../ui/data/moment';
import './returns.css';

/** The barcode libraries are loaded with the slip only. */
const SlipCodes = lazy(async () => ({ default: (await import('./slip-codes')).SlipCodes }));

interface SlipProps {
  label: string;
  /** What the parcel contains. */
  kind: string;
  number: string;
  /** The path of the admin's page that the QR code opens. */
  address: string;
  lines: { line: number; product: string; pieces: number }[];
  firstStep: string;
  arrivesBy: string | undefined;
  /** The order and its customer. */
  children: ReactNode;
}

/** A slip that a customer prints and puts into a parcel. */
export function Slip({
  label,
  kind,
  number,
  address,
  lines,
  firstStep,
  arrivesBy,
  children,
}: SlipProps) {
  return (
    <article className="document returns-slip" aria-label={label}>
      <header>
        <div>
          <p>{kind}</p>
          <h2>
            <Exact value={number} />
          </h2>
          <p>{children}</p>
        </div>
        <div>
          <p>Send to</p>
          <address>{[seller.name, ...seller.address].join('\n')}</address>
          {seller.address.length === 0 && <p>Please ask us for the address.</p>}
        </div>
      </header>
      <div className="returns-codes" data-theme="light">
        <Suspense fallback={null}>
          <SlipCodes number={number} address={address} />
        </Suspense>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Packed</th>
            <th scope="col">Part</th>
            <th scope="col">Pieces</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, product, pieces }) => (
            <tr key={line}>
              <td>
                <span className="box" aria-hidden="true" />
              </td>
              <td>{product}</td>
              <td>
                <Count of={pieces} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ol className="returns-steps">
        <li>{firstStep}</li>
        <li>Put this slip into the parcel.</li>
        <li>
          Send the parcel to{' '}
          {seller.address.length === 0 ? 'the address we give you' : 'the address above'}
          {arrivesBy !== undefined && (
            <>
              . It has to arrive by <LastDay at={arrivesBy} />
            </>
          )}
          .
        </li>
      </ol>
    </article>
  );
}
