import { useSearchParams } from 'react-router-dom';

/**
 * A piece of a screen's state that lives in the address, so that it survives a reload and can be
 * linked to. Changing it makes no step of the browser's history.
 */
export function useQueryState(name: string): [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const set = (value: string) => {
    setQuery(
      (before) => {
        if (value === '') before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  };
  return [query.get(name) ?? '', set];
}
