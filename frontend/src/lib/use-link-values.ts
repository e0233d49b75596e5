import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The values of an emailed link, from the URL fragment: browsers do not send it to servers, so no
 * log contains it. Links of earlier releases, and of the identity provider, have them in the query;
 * they are moved to the fragment immediately.
 * @param secret the name of the value that only such a link has
 */
export function useLinkValues(secret: string): URLSearchParams {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const isInQuery = new URLSearchParams(search).has(secret);
  useEffect(() => {
    if (isInQuery) void navigate({ pathname, hash: search.slice(1) }, { replace: true });
  }, [isInQuery, navigate, pathname, search]);
  const values = isInQuery ? search : hash;
  return useMemo(() => new URLSearchParams(values.slice(1)), [values]);
}
