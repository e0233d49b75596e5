import { shopApi } from '../../api/index';
import { Exact } from '../../ui/data/exact';
import { pathTo } from './categories';

/**
 * The number of a category's top-level category, as on a drawing: the same in filters, breadcrumbs
 * and suggestions. Empty while the categories are loading.
 */
export function CategoryBalloon({ category }: { category: string }) {
  const { data: categories = [] } = shopApi.useListCategoriesQuery();
  const [top] = pathTo(categories, category);
  const siblings = categories.filter(({ parent }) => parent === undefined);
  const number = siblings.findIndex(({ _id }) => _id === top?._id) + 1;
  return (
    <span className="balloon" aria-hidden="true">
      {number > 0 && <Exact value={number} />}
    </span>
  );
}
