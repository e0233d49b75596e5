import type { User } from '../../api/generated-types';
import { safeLink } from '../../lib/safe-link';
import { EmailText } from '../../ui/email-text';

/** What the shop knows about somebody; what it does not know is left out. */
export function ProfileDetails({ user }: { user: User }) {
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
