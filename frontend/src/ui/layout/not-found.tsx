import { paths } from '../../lib/paths';
import { Link } from '../controls/link';

interface NotFoundProps {
  title?: string;
  children?: string;
  /** A link to continue. */
  way?: { to: string; label: string };
}

/** The page, part or order at this URL does not exist. */
export function NotFound({
  title = 'This part isn’t in the catalog',
  children = 'The page may have moved, or the address has a typo. Everything else is where it should be.',
  way = { to: paths.home, label: 'Back to Home' },
}: NotFoundProps) {
  return (
    <div className="page not-found">
      <title>Not found | Autoparts</title>
      <div>
        <h1>{title}</h1>
        <p>{children}</p>
        <Link className="btn btn-primary" to={way.to}>
          {way.label}
        </Link>
      </div>
      <img
        src="/drawings/not-found.svg"
        alt="An empty place on the parts shelf"
        width={480}
        height={360}
      />
    </div>
  );
}

/** The part at this URL does not exist, or no longer exists. */
export function UnknownPart() {
  return (
    <NotFound title="There is no such part" way={{ to: paths.shop, label: 'Browse all parts' }}>
      It is no longer sold, or the address has a typo. Parts you have ordered stay in your orders.
    </NotFound>
  );
}
