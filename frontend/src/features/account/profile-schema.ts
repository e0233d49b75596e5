import { object, string, type InferType } from 'yup';
import { isWithin } from '../../lib/text-length';
import { validation } from '../../lib/texts';

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
