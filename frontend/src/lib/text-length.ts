/** Characters as the server counts them: whole ones, without space around the text. */
export const lengthOf = (text: string) => Array.from(text.trim()).length;

/** Whether the server takes a text of this length. */
export const isWithin =
  (most: number) =>
  (text: string | undefined): boolean =>
    lengthOf(text ?? '') <= most;
