import { useEffect, useState } from 'react';

/** The value once it has stayed the same for a while. */
export function useSettled<Value>(value: Value, forMs: number): Value {
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
