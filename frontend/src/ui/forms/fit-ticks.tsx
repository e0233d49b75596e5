import { alternativesOf, type FitVerdict } from '../../lib/vehicle/fit-ticks';

interface FitTicksProps {
  verdict: FitVerdict;
  /** The ticked conditions, by the shop's names. */
  ticked: string[];
  onTick: (tick: string, on: boolean) => void;
  /** The part's title, for screen readers where there are several parts. */
  of: string;
}

/**
 * The conditions a buyer must confirm before a part is ordered for their car; renders nothing if
 * there are none.
 */
export function FitTicks({ verdict, ticked, onTick, of }: FitTicksProps) {
  return alternativesOf(verdict).map((all, at) => (
    <fieldset className="fit-ticks" key={all.map(({ tick }) => tick).join(' ')}>
      <legend className={verdict.verdict === 'does_not_fit' ? 'sr-only' : undefined}>
        {legendOf(verdict, at, all.length)}
        <span className="sr-only">: {of}</span>
      </legend>
      {all.map(({ tick, words }) => (
        <label className="fit-tick" key={tick}>
          <input
            type="checkbox"
            checked={ticked.includes(tick)}
            onChange={(event) => {
              onTick(tick, event.target.checked);
            }}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  ));
}

function legendOf({ verdict }: FitVerdict, at: number, ticks: number): string {
  if (verdict === 'does_not_fit') return 'Not listed for your car';
  const all = ticks > 1 ? 'all of these are' : 'this is';
  return at === 0 ? `It fits if ${all} true` : `Or if ${all} true`;
}
