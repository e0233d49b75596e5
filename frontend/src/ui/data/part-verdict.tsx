import type { ReactNode } from 'react';
import type { Verdict as Said } from '../../api/contract/generated-types';
import type { TickedFitsOfCart } from '../../lib/cart/ticked-fits';
import { confirmedOf } from '../../lib/vehicle/fit-ticks';
import {
  AGREED_WORDS,
  trackRecordInWords,
  UNKNOWN_REASONS,
  verdictInWords,
} from '../../lib/vehicle/fit-words';
import { carOf, type GarageVehicle } from '../../lib/vehicle/garage';
import type { PartFits } from '../../lib/vehicle/part-fits';
import { FitTicks } from '../forms/fit-ticks';
import { RetryButton } from '../messages/load-error';
import { FitBadge } from './fit-badge';

interface PartVerdictProps {
  part: { _id: string; title: string };
  vehicle: GarageVehicle | null;
  fits: PartFits;
  ticks: TickedFitsOfCart;
  /** The fitment behind the verdict. */
  listed?: ReactNode;
  /** Alternatives to a part that does not fit. */
  instead?: ReactNode;
  /** Controls to choose, change or omit the car. */
  children?: ReactNode;
}

/** Whether a part fits a car, and under which conditions. */
export function PartVerdict(props: PartVerdictProps) {
  const { vehicle, children, ...rest } = props;
  return (
    <div className="verdict" role="group" aria-label="Does it fit?">
      {vehicle === null ? <p>Does it fit your car?</p> : <Answer vehicle={vehicle} {...rest} />}
      {children}
    </div>
  );
}

interface AnswerProps extends Omit<PartVerdictProps, 'vehicle' | 'children'> {
  vehicle: GarageVehicle;
}

function Answer({ part, vehicle, fits, ticks, listed, instead }: AnswerProps) {
  const { state, verdict, car = carOf(vehicle) } = fits;
  if (state === 'unknown-car') {
    return <p>We no longer list the {carOf(vehicle)}. Please choose your car again.</p>;
  }
  if (state === 'failed') {
    return (
      <>
        <p role="alert">We could not check whether it fits.</p>
        <RetryButton size="small" retrying={fits.fetching} onRetry={fits.refetch} />
      </>
    );
  }
  if (state === 'loading') {
    return (
      <p role="status">
        <span className="spinner" aria-hidden="true" /> Checking whether it fits
      </p>
    );
  }
  if (verdict === undefined) return null;
  const line = { part: part._id, vehicle: vehicle.id };
  const ticked = ticks.ticksOf(line, verdict);
  const isConfirmed = verdict.verdict === 'fits_if' && confirmedOf(verdict, ticked) !== null;
  return (
    <>
      {isConfirmed ? (
        <FitBadge verdict="fits">{AGREED_WORDS.fits_if}</FitBadge>
      ) : (
        <FitBadge verdict={verdict.verdict}>{verdictInWords(verdict, car)}</FitBadge>
      )}
      {listed}
      {verdict.trackRecord && <p>{trackRecordInWords(verdict.trackRecord)}</p>}
      <Explanation verdict={verdict} instead={instead} />
      <FitTicks
        verdict={verdict}
        of={part.title}
        ticked={ticked}
        onTick={(tick, on) => {
          ticks.tick(line, verdict, tick, on);
        }}
      />
    </>
  );
}

function Explanation({ verdict, instead }: { verdict: Said; instead?: ReactNode }) {
  const { why, notes } = verdict;
  return (
    <>
      {verdict.verdict === 'does_not_fit' && (
        <p>It is listed for other cars, not for yours. {instead}</p>
      )}
      {verdict.verdict === 'universal' && (
        <p>Made for many cars. Check its dimensions before you order.</p>
      )}
      {why !== undefined && <p>{UNKNOWN_REASONS[why]}</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  );
}
