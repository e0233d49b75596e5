import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectSession } from '../../lib/session/session-slice';
import { Alert } from '../../ui/alert';

const ENDINGS = {
  expired: 'Your session has ended. Sign in again to go on where you were.',
  elsewhere: 'You signed out in another tab. Sign in again to go on where you were.',
  everywhere: 'You are signed out everywhere.',
};

/** Why a guard sent the visitor here. It stays as it is while they sign in. */
export function SessionNote() {
  const { person, ending } = useSelector(selectSession);
  const [atArrival] = useState({ email: person?.email, ending });

  if (person && person.email === atArrival.email) {
    return (
      <Alert tone="info">
        <p>You are signed in as {person.email}. The page you opened needs an admin’s account.</p>
      </Alert>
    );
  }
  return (
    atArrival.ending !== undefined && (
      <Alert tone="info">
        <p>{ENDINGS[atArrival.ending]}</p>
      </Alert>
    )
  );
}
