import { useSelector } from 'react-redux';
import { selectOwner } from '../../lib/session/session-slice';
import { FeedbackForm } from './feedback-form';

/** The footer's box. Everybody has one of their own: it stays in sight while people come and go. */
export function FeedbackBox() {
  const owner = useSelector(selectOwner);
  return <FeedbackForm key={owner} owner={owner} />;
}
