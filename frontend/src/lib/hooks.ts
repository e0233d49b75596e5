import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Screen state stored in the URL, so that it survives a reload and can be linked to. Changing it
 * adds no history entry.
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

/** The value once it has not changed for a while. */
export function useDebouncedValue<Value>(value: Value, forMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, forMs);
    return () => {
      clearTimeout(timer);
    };
  }, [value, forMs]);
  return settled;
}
