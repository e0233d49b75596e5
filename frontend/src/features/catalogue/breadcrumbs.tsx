import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';

export function Breadcrumbs({ here }: { here: string }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="crumbs">
        <li>
          <Link to={paths.home}>Home</Link>
        </li>
        <li>
          <Link to={paths.shop}>Parts</Link>
        </li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
