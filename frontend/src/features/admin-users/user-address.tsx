import type { User } from '../../api/generated-types';
import { EmailText } from '../../ui/email-text';
import { UnusualLetters } from '../../ui/unusual-letters';

/** What the server puts in the place of an address that has become another person's. */
const MOVED = '@moved.invalid';

/** An address, and what is to know before its owner is given any rights. */
export function UserAddress({ user: { user, emailVerified } }: { user: User }) {
  if (user.endsWith(MOVED)) {
    return (
      <>
        <b>no address</b>
        <span className="id">It became another person’s. The next sign-in brings the new one.</span>
      </>
    );
  }
  return (
    <>
      <b>
        <EmailText>{user}</EmailText>
      </b>
      {!emailVerified && <span className="id">not confirmed</span>}
      <UnusualLetters address={user} />
    </>
  );
}
