import {
  type NavigateOptions,
  type URLSearchParamsInit,
  createSearchParams,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import { paths } from '../../lib/paths';

/**
 * The view that a URL describes. A vehicle page (`/fit/honda/civic/2018`) has it in its path, the
 * shop in its query.
 */
export function shopQuery(
  { make, model, year, category }: Record<string, string | undefined>,
  query: URLSearchParams,
): URLSearchParams {
  if (make === undefined || model === undefined || year === undefined) return query;
  return createSearchParams({
    vehicle: `${year}/${make}/${model}`,
    ...(category !== undefined && { category }),
  });
}

/**
 * The view in the URL, and a function to change it. On a vehicle page, every change navigates to the shop.
 */
export function useShopQuery() {
  const [query, setQuery] = useSearchParams();
  const params = useParams();
  const navigate = useNavigate();
  const shown = shopQuery(params, query);
  if (shown === query) return [query, setQuery] as const;
  const choose = (chosen: URLSearchParamsInit, options?: NavigateOptions) => {
    void navigate(`${paths.shop}?${createSearchParams(chosen)}`, options);
  };
  return [shown, choose] as const;
}
