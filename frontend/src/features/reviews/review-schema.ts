import { object, string, type InferType } from 'yup';
import { isWithin } from '../../lib/text-rules';
import { toasts, validation } from '../../lib/texts';

export const REVIEW_LIMIT = 2000;

export const reviewSchema = object({
  /** '1' to '5': travels as text, as the form has it. */
  rating: string().required(toasts.ratingMissing),
  review: string()
    .trim()
    .required(validation.required('your opinion'))
    .test('limit', validation.tooLong('your opinion', REVIEW_LIMIT), isWithin(REVIEW_LIMIT)),
});

export type ReviewForm = InferType<typeof reviewSchema>;
