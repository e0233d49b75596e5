import type { Category } from '../../api/contract/generated-types';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { CategoryBalloon } from './category-balloon';

interface BreadcrumbsProps {
  /** The category path, from the top. */
  path: Category[];
  /** The key of the page's category. */
  category: string | undefined;
  here: string;
}

export function Breadcrumbs({ path, category, here }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="crumbs">
        <li>
          <Link to={paths.home}>Home</Link>
        </li>
        <li>
          <Link to={paths.shop}>Parts</Link>
        </li>
        {path.map(({ _id, name }, at) => (
          <li key={_id}>
            {at === 0 && <CategoryBalloon category={_id} />}
            <Link to={paths.partsIn(_id)}>{name}</Link>
          </li>
        ))}
        <li aria-current="page">
          {category !== undefined && path.length === 0 && <CategoryBalloon category={category} />}
          {here}
        </li>
      </ol>
    </nav>
  );
}
