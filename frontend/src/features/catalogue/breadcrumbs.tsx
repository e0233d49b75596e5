import type { Category } from '../../api/generated-types';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';

interface BreadcrumbsProps {
  /** The categories on the way, from the top. */
  path: Category[];
  here: string;
}

export function Breadcrumbs({ path, here }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="crumbs">
        <li>
          <Link to={paths.home}>Home</Link>
        </li>
        <li>
          <Link to={paths.shop}>Parts</Link>
        </li>
        {path.map(({ _id, name }) => (
          <li key={_id}>
            <Link to={paths.partsIn(_id)}>{name}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
