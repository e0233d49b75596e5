import { isApiError } from './problem';

/**
 * What the server says about single fields, by field, in words that name the field as the form does.
 * @param labels the form's names of its fields; `numbers[].maker` names the field in each row of a list
 */
export function fieldSentences(
  error: unknown,
  labels: Record<string, string>,
): Record<string, string> {
  if (!isApiError(error) || error.kind === 'transport') return {};
  const sentences: Record<string, string> = {};
  for (const { field, message } of error.problem.fields ?? []) {
    const label = labels[field] ?? labels[field.replace(/\[\d+\]/g, '[]')];
    if (label === undefined) continue;
    // The server's sentence begins with the field's name as it travels: "minOrderQuantity must be…"
    sentences[field] = message.startsWith(field) ? label + message.slice(field.length) : message;
  }
  return sentences;
}
