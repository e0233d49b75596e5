import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * What the link of an email says, from the fragment of the address: browsers send that to no server, so no log has it. The links
 * of earlier releases, and of the identity provider, have it in the query; from there it moves to the fragment at once.
 * @param secret the value that only such a link has
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
