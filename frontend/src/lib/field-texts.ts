/** What is said about fields that home has, too: it needs no other of the specified texts at first. */
export const fieldTexts = {
  emailRequired: 'email is required',
  emailInvalid: 'provide a valid email',
  tooLong: (label: string, most: number) => `${label} must be at most ${most} characters`,
};
