import { CircleAlert } from 'lucide-react';
import { fitObstacle, UNKNOWN_CAR } from '../../lib/cart/line-fit';
import type { TickedFitsOfCart } from '../../lib/cart/ticked-fits';
import { FitTicks } from '../../ui/forms/fit-ticks';
import type { OrderedLine } from './ordered-lines';

interface LineFitProps {
  line: OrderedLine;
  fits: TickedFitsOfCart;
}

/** The conditions to confirm before a line is ordered for its car. */
export function LineFit({ line, fits }: LineFitProps) {
  const { part, vehicle, title, quoted } = line;
  const obstacle = fitObstacle(line, fits);
  const verdict = quoted?.fit?.verdict;
  return (
    <>
      {obstacle !== undefined && (
        <span className="refusal">
          <CircleAlert className="icon" />
          <span>
            {obstacle === 'unknown-car'
              ? UNKNOWN_CAR
              : 'Tick what applies to your car before you order.'}
          </span>
        </span>
      )}
      {verdict && (
        <FitTicks
          verdict={verdict}
          of={title}
          ticked={fits.ticksOf({ part, vehicle }, verdict)}
          onTick={(tick, on) => {
            fits.tick({ part, vehicle }, verdict, tick, on);
          }}
        />
      )}
    </>
  );
}
