import type {
  Application,
  FitmentRecord,
  VehicleName,
} from '../../../../api/contract/generated-types';

/** A model that a part is listed for, suspended for, or both. */
export interface FittedModel {
  make: VehicleName;
  model: VehicleName;
  applications: Application[];
  /** Why it is suspended; undefined if it is not. */
  suspended?: string;
}

export const nameOf = ({ make, model }: FittedModel) => `${make.name} ${model.name}`;

/**
 * The models of the loaded pages.
 * @param isAll whether all pages are loaded: then models follow that are suspended but not listed
 */
export function modelsIn(pages: readonly FitmentRecord[], isAll: boolean): FittedModel[] {
  const suspensions = pages.at(-1)?.suspensions ?? [];
  const reasons = new Map(suspensions.map(({ model, reason }) => [model.id, reason]));
  const listed = pages.flatMap(({ models }) => models);
  const known = new Set(listed.map(({ model }) => model.id));
  const alone = suspensions.filter(({ model }) => isAll && !known.has(model.id));
  return [
    ...listed.map((fitted) => ({ ...fitted, suspended: reasons.get(fitted.model.id) })),
    ...alone.map(({ make, model, reason }) => ({
      make,
      model,
      applications: [],
      suspended: reason,
    })),
  ];
}

/** The keys of the make and the model, as used in URLs. */
export function keysOf(model: string): { make: string; model: string } {
  const [make = '', own = ''] = model.split('/');
  return { make, model: own };
}
