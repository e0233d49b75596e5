import { vehiclesApi } from '../../api/vehicles';
import { CARD_WORDS } from '../../lib/vehicle/fit-words';
import { FitBadge } from '../../ui/data/fit-badge';

export interface CardFitProps {
  part: string;
  /** The ids of all parts to check together, separated by commas: one call for a page of cards. */
  parts: string;
  vehicle: string;
}

/** Whether a part fits, as shown on its card; renders nothing if unknown. */
export function CardFit({ part, parts, vehicle }: CardFitProps) {
  const { verdict } = vehiclesApi.useGetFitsQuery(
    { vehicle, parts },
    {
      selectFromResult: ({ currentData }) => ({
        verdict: currentData?.verdicts.find((one) => one.part === part)?.verdict,
      }),
    },
  );
  const words = verdict && CARD_WORDS[verdict];
  return words ? <FitBadge verdict={verdict}>{words}</FitBadge> : null;
}
