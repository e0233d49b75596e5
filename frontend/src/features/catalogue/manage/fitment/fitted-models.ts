import type { Application, FitmentRecord, VehicleName } from '../../../../api/generated-types';

/** A model that a part is listed for, or suspended for, or both. */
export interface FittedModel {
  make: VehicleName;
  model: VehicleName;
  applications: Application[];
  /** Why it is suspended; nothing when it is not. */
  suspended?: string;
}

export const nameOf = ({ make, model }: FittedModel) => `${make.name} ${model.name}`;

/**
 * The models of some pages.
 * @param isAll whether these are all pages: then models follow for which the part is suspended and not listed
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

/** The keys of the make and of the model in an address. */
export function keysOf(model: string): { make: string; model: string } {
  const [make = '', own = ''] = model.split('/');
  return { make, model: own };
}
