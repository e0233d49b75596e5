import { Formik, type FormikHelpers } from 'formik';
import { useEffect, useState } from 'react';
import type { User } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { syncName } from '../../api/sync/name-sync';
import { fieldSentences } from '../../api/contract/field-sentences';
import { sentenceFor } from '../../api/contract/problem';
import { useEndedSession, useShopDispatch } from '../../api/session/session-hooks';
import { usePerson } from '../../lib/session/session-slice';
import { safeLink } from '../../lib/text-rules';
import { toasts } from '../../lib/texts';
import { EmailText } from '../../ui/data/email';
import { KeepDraft, useDraft } from '../../ui/forms/draft';
import { Form, SubmitButton } from '../../ui/forms/form';
import { refuse } from '../../ui/forms/server-errors';
import { TextField } from '../../ui/forms/text-field';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { Alert } from '../../ui/messages/alert';
import { LoadError } from '../../ui/messages/load-error';
import { LoadingRows } from '../../ui/messages/loading-rows';
import { notify } from '../../ui/messages/notify';
import { type ProfileForm as Values, profileSchema } from './account-schemas';
import { SignInSettings } from './sign-in-settings';

export function ProfilePage() {
  const { email } = usePerson();
  const { data, fulfilledTimeStamp, error, isFetching, refetch } = shopApi.useGetUserQuery(
    { email },
    { refetchOnMountOrArgChange: true },
  );
  const [before] = useState(fulfilledTimeStamp);
  // The form keeps its initial values: a response from before the visit would be written back.
  const user = fulfilledTimeStamp === before ? undefined : data;
  useEndedSession(error, [401]);

  const dispatch = useShopDispatch();
  useEffect(() => {
    if (user) void dispatch(syncName(user));
  }, [user, dispatch]);

  return (
    <>
      <DashboardHeading title="My Profile" />
      {user === undefined && error === undefined && <LoadingRows>Loading your profile</LoadingRows>}
      {user === undefined && error !== undefined && (
        <LoadError
          title="Your profile did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceFor(error)}
        </LoadError>
      )}
      {user && (
        <div className="profile">
          <ProfileDetails user={user} />
          <ProfileForm user={user} />
          <SignInSettings user={user} />
        </div>
      )}
    </>
  );
}

/** The user's details; unknown ones are omitted. */
function ProfileDetails({ user }: { user: User }) {
  const { name, address, education, phone } = user;
  const texts = [
    { label: 'Address', text: address },
    { label: 'Education', text: education },
    { label: 'Phone', text: phone },
  ].filter(({ text }) => text);
  const linkedin = user.linkedin ? safeLink(user.linkedin) : null;
  return (
    <section aria-labelledby="details">
      <h2 id="details">Your details</h2>
      <dl className="details">
        {name && (
          <div>
            <dt>Name</dt>
            <dd>{name}</dd>
          </div>
        )}
        <div>
          <dt>Email</dt>
          <dd>
            <EmailText>{user.user}</EmailText>
          </dd>
        </div>
        {texts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {linkedin !== null && (
          <div>
            <dt>LinkedIn</dt>
            <dd>
              <a href={linkedin} rel="noreferrer">
                {linkedin.replace(/^https?:\/\/(www\.)?/, '')}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

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

function ProfileForm({ user }: { user: User }) {
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
      <Form className="dash-form" label="Update your profile" rules={profileSchema}>
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
