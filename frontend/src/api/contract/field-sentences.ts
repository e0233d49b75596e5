import { isApiError } from './problem';

/**
 * The server's field errors, by field, with the form's labels in their text.
 * @param labels the form's labels; `numbers[].maker` labels the field in each row of a list
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
    // The server's message begins with the field's API name: "minOrderQuantity must be…"
    sentences[field] = message.startsWith(field) ? label + message.slice(field.length) : message;
  }
  return sentences;
}
