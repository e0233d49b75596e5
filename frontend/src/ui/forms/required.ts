import { createContext } from 'react';
import type { ObjectSchema, Schema } from 'yup';

/** The rules of the surrounding form; undefined if they are not defined by a schema. */
export type Rules = ObjectSchema<object>;
export const FormRules = createContext<Rules | undefined>(undefined);

/**
 * Whether a field is required with the form's current values: some rules depend on other choices.
 */
export function isRequired(
  rules: Rules | undefined,
  name: string,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const rule = (rules?.fields as Record<string, Schema | undefined> | undefined)?.[name];
  const resolved = rule?.resolve({ value: values[name], parent: values });
  return resolved !== undefined && !resolved.spec.optional && !resolved.spec.nullable;
}
