import type { Vehicle, Verdict } from '../../api/contract/generated-types';

/** The shop's verdict about one part and one car, as far as it has been requested. */
export interface PartFits {
  /** no-car: no request was made; unknown-car: the shop has no such car, or no longer has it */
  state: 'no-car' | 'loading' | 'failed' | 'unknown-car' | 'known';
  /** Set once it is known, unless the part is not in the catalog. */
  verdict?: Verdict;
  /** `2018 Honda Civic`; set once the verdict is. */
  car?: string;
  fetching: boolean;
  refetch: () => void;
}

/** `2018 Honda Civic`, without the engine. */
export const carNameOf = ({ year, make, model }: Vehicle) => `${year} ${make.name} ${model.name}`;
