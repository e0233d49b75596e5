import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { Link } from '../../../ui/controls/link';
import { TextField } from '../../../ui/forms/text-field';

/** Ordering without an account requires only an email address. */
export function GuestFields() {
  const here = useLocation();
  return (
    <>
      <div className="checkout-head">
        <h2>Contact</h2>
        <Link className="text-link" to={paths.signIn} state={{ from: here }}>
          I have an account
        </Link>
      </div>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        hint="You order without an account. The link to your order comes by email."
      />
    </>
  );
}
