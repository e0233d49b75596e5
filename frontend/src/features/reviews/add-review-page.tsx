import { Formik, type FormikErrors, type FormikHelpers } from 'formik';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { reviewText } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { fieldSentences } from '../../api/contract/field-sentences';
import { codeOf, sentenceFor } from '../../api/contract/problem';
import { useEndedSession } from '../../api/session/session-hooks';
import { usePerson } from '../../lib/session/session-slice';
import { toasts } from '../../lib/texts';
import { KeepDraft, useDraft } from '../../ui/forms/draft';
import { Form, SubmitButton } from '../../ui/forms/form';
import { RatingField } from '../../ui/forms/rating-field';
import { refuse } from '../../ui/forms/server-errors';
import { LongTextField } from '../../ui/forms/text-field';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { Alert } from '../../ui/messages/alert';
import { notify } from '../../ui/messages/notify';
import { type ReviewForm as Values, reviewSchema } from './review-schema';
import { hasReviewedToday, rememberReview } from './reviewed-today';

export function AddReviewPage() {
  return (
    <>
      <DashboardHeading title="Add A Review">
        One review a day, shown on the home page.
      </DashboardHeading>
      <ReviewForm />
    </>
  );
}

const BLANK: Values = { rating: '', review: '' };
const LABELS = { rating: 'your rating', review: 'your opinion' };
const ONE_A_DAY =
  'You have already reviewed us today, thank you! Your text stays here; you can send it tomorrow.';

/** A toast also reports a missing rating, in addition to other errors. */
const showMissingRating = (errors: FormikErrors<Record<string, string>>) => {
  if (errors.rating !== undefined) notify.error(toasts.ratingMissing);
};

function ReviewForm() {
  const { name } = usePerson();
  const [addReview, { error }] = shopApi.useAddReviewMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const [reviewed, setReviewed] = useState(hasReviewedToday);
  const draft = useDraft('review', BLANK);
  useEndedSession(error, [401]);

  const submit = async (values: Values, form: FormikHelpers<Values>) => {
    setProblem(null);
    const { rating, review } = values;
    const answer = await addReview({ newReview: { rating, review: review.trim(), name } });
    if (answer.data) {
      notify.success(toasts.reviewed);
      rememberReview();
      setReviewed(true);
      form.resetForm({ values: BLANK });
      return;
    }
    const sentences = fieldSentences(answer.error, LABELS);
    refuse(form, values, sentences);
    if (codeOf(answer.error) === 'already_reviewed_today') {
      rememberReview();
      setProblem(ONE_A_DAY);
    } else if (Object.keys(sentences).length === 0) setProblem(sentenceFor(answer.error));
  };

  return (
    <Formik initialValues={draft.initial} validationSchema={reviewSchema} onSubmit={submit}>
      <Form
        className="dash-form"
        label="Your review"
        rules={reviewSchema}
        onRefused={showMissingRating}
      >
        {reviewed && (
          <Alert tone="info">
            <p>You have reviewed us today, thank you! You can send the next one tomorrow.</p>
          </Alert>
        )}
        <RatingField name="rating" label="Your rating" />
        <LongTextField name="review" label="Your opinion" rows={6} limit={reviewText.maxLength} />
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
