import { object, string } from 'yup';
import { SIMPLE_EMAIL } from '../../lib/email';
import { PASSWORD_MIN_LENGTH, validation } from '../../lib/texts';

const email = string()
  .trim()
  .required(validation.emailRequired)
  .matches(SIMPLE_EMAIL, validation.emailInvalid);

const password = string()
  .required(validation.passwordRequired)
  .min(PASSWORD_MIN_LENGTH, validation.passwordTooShort);

export const signinSchema = object({ email, password });

export const signupSchema = object({
  name: string().trim().required(validation.nameRequired),
  email,
  password,
});

export const newPasswordSchema = object({ password });

/** Enough of an address to send a reset mail to. */
export const isEmail = (text: string) => email.isValidSync(text);
