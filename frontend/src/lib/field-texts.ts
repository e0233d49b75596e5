/**
 * Field messages that home uses as well, separate so that home does not load the other specified
 * texts.
 */
export const fieldTexts = {
  emailRequired: 'email is required',
  emailInvalid: 'provide a valid email',
  tooLong: (label: string, most: number) => `${label} must be at most ${most} characters`,
};
