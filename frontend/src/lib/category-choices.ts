import type { Category } from '../api/contract/generated-types';

/** Each category with its ancestors: `Brakes › Pads`. */
export function categoryChoices(
  categories: readonly Category[],
): { value: string; label: string }[] {
  const names = new Map<string, string>();
  // A category comes before its children.
  for (const { _id, name, parent } of categories) {
    const above = parent === undefined ? undefined : names.get(parent);
    names.set(_id, above === undefined ? name : `${above} › ${name}`);
  }
  return Array.from(names, ([value, label]) => ({ value, label }));
}
