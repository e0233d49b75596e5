import { alternativesOf, type FitVerdict } from '../../lib/vehicle/fit-ticks';

interface FitTicksProps {
  verdict: FitVerdict;
  /** What is ticked, as the shop names it. */
  ticked: string[];
  onTick: (tick: string, on: boolean) => void;
  /** The part, for those who hear the ticks of several. */
  of: string;
}

/** What a buyer has to agree to before a part is ordered for their car; nothing when there is no doubt. */
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
