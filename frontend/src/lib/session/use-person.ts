import { useSelector } from 'react-redux';
import { selectPerson, type Person } from './session-slice';

/** The signed-in person, for screens behind the sign-in guard, where there always is one. */
export function usePerson(): Person {
  const person = useSelector(selectPerson);
  if (!person) throw new Error('usePerson needs a signed-in session');
  return person;
}
