import { type InferType, object, string } from 'yup';
import { isWithin, SIMPLE_EMAIL } from '../../lib/text-rules';
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

const PHONE_NUMBER = /^[\d +\-().]*$/;
const THREE_DIGITS = /(\d\D*){3}/;
const LINKEDIN = /^https:\/\/([A-Za-z\d-]+\.)*linkedin\.com([/?#][^\s\\"<>]*)?$/;

const text = (label: string, most: number) =>
  string()
    .trim()
    .required(validation.required(label))
    .test('limit', validation.tooLong(label, most), isWithin(most));

/** All five are required, as specified; the bounds are the server's. */
export const profileSchema = object({
  name: text('name', 100),
  address: text('address', 300),
  education: text('education', 200),
  phone: text('phone', 40)
    .matches(PHONE_NUMBER, validation.phoneInvalid)
    .matches(THREE_DIGITS, validation.phoneInvalid),
  linkedin: text('LinkedIn link', 2048).matches(LINKEDIN, validation.linkedinInvalid),
});

export type ProfileForm = InferType<typeof profileSchema>;
