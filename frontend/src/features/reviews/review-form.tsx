import { Formik, type FormikErrors, type FormikHelpers } from 'formik';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { shopApi } from '../../api/index';
import { codeOf, fieldSentences, sentenceFor } from '../../api/problem';
import { useEndedSession } from '../../api/use-ended-session';
import { usePerson } from '../../lib/session/use-person';
import { toasts } from '../../lib/texts';
import { Alert } from '../../ui/alert';
import { Form } from '../../ui/fields/form';
import { KeepDraft } from '../../ui/fields/keep-draft';
import { LongTextField } from '../../ui/fields/long-text-field';
import { RatingField } from '../../ui/fields/rating-field';
import { refuse } from '../../ui/fields/refusals';
import { SubmitButton } from '../../ui/fields/submit-button';
import { useDraft } from '../../ui/fields/use-draft';
import { notify } from '../../ui/notify';
import { REVIEW_LIMIT, reviewSchema, type ReviewForm as Values } from './review-schema';

const BLANK: Values = { rating: '', review: '' };
const LABELS = { rating: 'your rating', review: 'your opinion' };
const ONE_A_DAY =
  'You have already reviewed us today, thank you! Your text stays here; you can send it tomorrow.';

/** The missing rating is told by toast as well, whatever else is missing. */
const tellMissingRating = (errors: FormikErrors<Record<string, string>>) => {
  if (errors.rating !== undefined) notify.error(toasts.ratingMissing);
};

export function ReviewForm() {
  const { name } = usePerson();
  const [addReview, { error }] = shopApi.useAddReviewMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const draft = useDraft('review', BLANK);
  useEndedSession(error, [401]);

  const submit = async (values: Values, form: FormikHelpers<Values>) => {
    setProblem(null);
    const { rating, review } = values;
    const answer = await addReview({ newReview: { rating, review: review.trim(), name } });
    if (answer.data) {
      notify.success(toasts.reviewed);
      form.resetForm({ values: BLANK });
      return;
    }
    const sentences = fieldSentences(answer.error, LABELS);
    refuse(form, values, sentences);
    if (codeOf(answer.error) === 'already_reviewed_today') setProblem(ONE_A_DAY);
    else if (Object.keys(sentences).length === 0) setProblem(sentenceFor(answer.error));
  };

  return (
    <Formik initialValues={draft.initial} validationSchema={reviewSchema} onSubmit={submit}>
      <Form className="dash-form" label="Your review" onRefused={tellMissingRating}>
        <RatingField name="rating" label="Your rating" />
        <LongTextField name="review" label="Your opinion" rows={6} limit={REVIEW_LIMIT} />
        <div>
          <SubmitButton icon={<Send className="icon" />}>Submit</SubmitButton>
        </div>
        {problem !== null && (
          <Alert tone="danger">
            <p>{problem}</p>
          </Alert>
        )}
        <KeepDraft draft={draft} blank={BLANK} />
      </Form>
    </Formik>
  );
}
