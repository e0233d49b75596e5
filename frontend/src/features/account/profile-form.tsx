import { Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import type { User } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { fieldSentences, sentenceFor } from '../../api/problem';
import { useEndedSession } from '../../api/use-ended-session';
import { toasts } from '../../lib/texts';
import { Alert } from '../../ui/alert';
import { Form } from '../../ui/fields/form';
import { KeepDraft } from '../../ui/fields/keep-draft';
import { refuse } from '../../ui/fields/refusals';
import { SubmitButton } from '../../ui/fields/submit-button';
import { TextField } from '../../ui/fields/text-field';
import { useDraft } from '../../ui/fields/use-draft';
import { notify } from '../../ui/notify';
import { profileSchema, type ProfileForm as Values } from './profile-schema';

const LABELS = {
  name: 'name',
  address: 'address',
  education: 'education',
  phone: 'phone',
  linkedin: 'LinkedIn link',
};

const valuesOf = ({ name, address, education, phone, linkedin }: User): Values => ({
  name: name ?? '',
  address: address ?? '',
  education: education ?? '',
  phone: phone ?? '',
  linkedin: linkedin ?? '',
});

export function ProfileForm({ user }: { user: User }) {
  const [updateProfile, { error }] = shopApi.useUpdateProfileMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const saved = valuesOf(user);
  const draft = useDraft('profile', saved);
  useEndedSession(error, [401]);

  const submit = async (values: Values, form: FormikHelpers<Values>) => {
    setProblem(null);
    const profileRequest = profileSchema.cast(values);
    const answer = await updateProfile({ email: user.user, profileRequest });
    if (answer.data) {
      notify.success(toasts.profileUpdated);
      form.resetForm({ values: profileRequest });
      return;
    }
    const sentences = fieldSentences(answer.error, LABELS);
    refuse(form, values, sentences);
    if (Object.keys(sentences).length === 0) setProblem(sentenceFor(answer.error));
  };

  return (
    <Formik initialValues={draft.initial} validationSchema={profileSchema} onSubmit={submit}>
      <Form className="dash-form" label="Update your profile">
        <h2>Update your profile</h2>
        <TextField name="name" label="Name" autoComplete="name" />
        <TextField name="address" label="Address" autoComplete="street-address" />
        <TextField name="education" label="Education" />
        <TextField name="phone" label="Phone" type="tel" autoComplete="tel" />
        <TextField
          name="linkedin"
          label="LinkedIn"
          type="url"
          placeholder="https://www.linkedin.com/in/you"
        />
        <div>
          <SubmitButton>Update</SubmitButton>
        </div>
        {problem !== null && (
          <Alert tone="danger">
            <p>{problem}</p>
          </Alert>
        )}
        <KeepDraft draft={draft} blank={saved} />
      </Form>
    </Formik>
  );
}
