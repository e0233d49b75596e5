import type { Category } from '../../api/contract/generated-types';
import { crumbs } from '../../lib/part-view.json';
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
        {crumbs.map(({ page, label }) => (
          <li key={page}>
            <Link to={paths[page as 'home' | 'shop']}>{label}</Link>
          </li>
        ))}
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
