import type { ReactNode } from 'react';
import type { Fits } from '../../api/generated-types';
import { codeOf } from '../../api/problem';
import { vehiclesApi } from '../../api/vehicles';
import { UNKNOWN_REASONS, alternativeInWords, verdictInWords } from '../../lib/vehicle/fit-words';
import { carOf, type GarageVehicle } from '../../lib/vehicle/garage';
import { FitBadge } from '../../ui/data/fit-badge';
import { RetryButton } from '../../ui/messages/load-error';

/** What the shop says about one part and the visitor's car; nothing is asked when there is none. */
export function usePartFits(part: string, vehicle: GarageVehicle | null) {
  const asked = { vehicle: vehicle?.id ?? '', parts: part };
  const answer = vehiclesApi.useGetFitsQuery(asked, { skip: vehicle === null });
  return { ...answer, verdict: answer.currentData?.verdicts.find((one) => one.part === part) };
}

interface PartVerdictProps {
  vehicle: GarageVehicle | null;
  fits: ReturnType<typeof usePartFits>;
  /** Where a car is chosen, or changed. */
  chooser: ReactNode;
}

/** Whether the part fits, beside its price. */
export function PartVerdict({ vehicle, fits, chooser }: PartVerdictProps) {
  return (
    <div className="verdict" role="group" aria-label="Does it fit?">
      {vehicle === null ? <p>Does it fit your car?</p> : <Said vehicle={vehicle} fits={fits} />}
      {chooser}
    </div>
  );
}

function Said({ vehicle, fits }: { vehicle: GarageVehicle; fits: ReturnType<typeof usePartFits> }) {
  const { verdict, currentData, error, isFetching, refetch } = fits;
  if (codeOf(error) === 'no_such_vehicle') {
    return <p>We do not know the {carOf(vehicle)} any more. Choose your car again.</p>;
  }
  if (error !== undefined && currentData === undefined) {
    return (
      <>
        <p role="alert">We could not look up whether it fits.</p>
        <RetryButton size="small" retrying={isFetching} onRetry={refetch} />
      </>
    );
  }
  if (currentData === undefined) {
    return (
      <p role="status">
        <span className="spinner" aria-hidden="true" /> Looking up whether it fits
      </p>
    );
  }
  return verdict && <Verdict verdict={verdict} car={carNameOf(currentData)} />;
}

const carNameOf = ({ vehicle: { year, make, model } }: Fits) =>
  `${year} ${make.name} ${model.name}`;

function Verdict({ verdict, car }: { verdict: Fits['verdicts'][number]; car: string }) {
  const { anyOf, notes, why } = verdict;
  return (
    <>
      <FitBadge verdict={verdict.verdict}>{verdictInWords(verdict, car)}</FitBadge>
      {verdict.verdict === 'fits_if' && (
        <>
          <p>
            It fits your {car} {anyOf.length > 1 ? 'if one of these is so:' : 'if this is so:'}
          </p>
          <ul>
            {anyOf.map((alternative) => (
              <li key={alternativeInWords(alternative)}>{alternativeInWords(alternative)}</li>
            ))}
          </ul>
        </>
      )}
      {verdict.verdict === 'does_not_fit' && <p>It is listed for other cars, not for yours.</p>}
      {why !== undefined && <p>{UNKNOWN_REASONS[why]}</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  );
}
