import { createContext } from 'react';
import type { ObjectSchema, Schema } from 'yup';

/** The rules of the surrounding form; absent where they are not told by a schema. */
export type Rules = ObjectSchema<object>;
export const FormRules = createContext<Rules | undefined>(undefined);

/** Whether a field has to be filled in, as the form stands: some rules depend on what else was chosen. */
export function isRequired(
  rules: Rules | undefined,
  name: string,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const rule = (rules?.fields as Record<string, Schema | undefined> | undefined)?.[name];
  const resolved = rule?.resolve({ value: values[name], parent: values });
  return resolved !== undefined && !resolved.spec.optional && !resolved.spec.nullable;
}
