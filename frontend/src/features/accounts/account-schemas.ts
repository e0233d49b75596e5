import { type InferType, object, string } from 'yup';
import {
  education,
  linkedInUrl,
  personName,
  phoneNumber,
  phoneNumberPattern,
  postalAddress,
} from '../../api/contract/generated-types';
import { notTooLong, SIMPLE_EMAIL } from '../../lib/text-rules';
import { PASSWORD_MIN_LENGTH, validation } from '../../lib/texts';
import { plainText } from '../../ui/forms/plain-text';

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

const currentPassword = string().required(validation.passwordRequired);

/** For an account without a password: Google's window verifies the user instead. */
const noPassword = string();

/** Proof of the user's identity. */
const proof = (hasPassword: boolean) =>
  object({ password: hasPassword ? currentPassword : noPassword });

export const deleteAccountSchema = proof;
export const changeEmailSchema = (hasPassword: boolean) => proof(hasPassword).shape({ email });
export const changePasswordSchema = object({ password: currentPassword, newPassword: password });

/** Valid enough to send a reset email to. */
export const isEmail = (text: string) => email.isValidSync(text);

/** The server's pattern. URLs may contain non-ASCII letters, as the server allows. */
const LINKEDIN = /^https:\/\/([A-Za-z\d-]+\.)*linkedin\.com([/?#][^\s\\"<>]*)?$/;

const text = (label: string, limits: { maxLength: number }, base = string().trim()) =>
  base.required(validation.required(label)).test(notTooLong(label, limits));

/** All five are required by the specification. */
export const profileSchema = object({
  name: text('name', personName),
  address: text('address', postalAddress),
  education: text('education', education),
  phone: text('phone', phoneNumber, plainText()).matches(
    phoneNumberPattern,
    validation.phoneInvalid,
  ),
  linkedin: text('LinkedIn link', linkedInUrl).matches(LINKEDIN, validation.linkedinInvalid),
});

export type ProfileForm = InferType<typeof profileSchema>;
