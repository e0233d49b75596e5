import type { Vehicle, Verdict } from '../../api/generated-types';

/** What the shop says about one part and one car, as far as it has been asked. */
export interface PartFits {
  /** no-car: nothing was asked; unknown-car: the shop has no such car, or has it no more */
  state: 'no-car' | 'loading' | 'failed' | 'unknown-car' | 'known';
  /** Present once it is known, unless the part is not in the catalogue. */
  verdict?: Verdict;
  /** `2018 Honda Civic`; present once the verdict is. */
  car?: string;
  fetching: boolean;
  refetch: () => void;
}

/** `2018 Honda Civic`, without the engine. */
export const carNameOf = ({ year, make, model }: Vehicle) => `${year} ${make.name} ${model.name}`;
