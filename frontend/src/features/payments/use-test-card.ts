import { useEffect, useState } from 'react';
import { loadConfig } from '../../lib/config';

/** A card number that the sandbox accepts. */
const TEST_CARD = '4242 4242 4242 4242';

/** The sandbox's test card; null where real cards are charged, and until that is known. */
export function useTestCard(): string | null {
  const [isSandbox, setSandbox] = useState(false);
  useEffect(() => {
    loadConfig().then(
      ({ payments }) => {
        setSandbox(payments.mode === 'sandbox');
      },
      () => {
        // The card field loads the same settings and reports the failure.
      },
    );
  }, []);
  return isSandbox ? TEST_CARD : null;
}
