import { object, string, type InferType } from 'yup';
import { reviewText } from '../../api/contract/generated-types';
import { notTooLong } from '../../lib/text-rules';
import { toasts, validation } from '../../lib/texts';

export const reviewSchema = object({
  /** '1' to '5': sent as text, like the form's value. */
  rating: string().required(toasts.ratingMissing),
  review: string()
    .trim()
    .required(validation.required('your opinion'))
    .test(notTooLong('your opinion', reviewText)),
});

export type ReviewForm = InferType<typeof reviewSchema>;
