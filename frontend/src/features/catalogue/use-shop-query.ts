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
 * What the address says is to be shown, and how to choose otherwise. The page of a vehicle
 * (`/fit/honda/civic/2018`) says it in its path; whatever is chosen there leads to the shop, which says it
 * in its query.
 */
export function useShopQuery() {
  const [query, setQuery] = useSearchParams();
  const { make, model, year, category } = useParams();
  const navigate = useNavigate();
  if (make === undefined || model === undefined || year === undefined) {
    return [query, setQuery] as const;
  }
  const ofPath = createSearchParams({
    vehicle: `${year}/${make}/${model}`,
    ...(category !== undefined && { category }),
  });
  const choose = (chosen: URLSearchParamsInit, options?: NavigateOptions) => {
    void navigate(`${paths.shop}?${createSearchParams(chosen)}`, options);
  };
  return [ofPath, choose] as const;
}
