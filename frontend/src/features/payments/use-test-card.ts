import { useEffect, useState } from 'react';
import { loadConfig } from '../../lib/config';

/** The number of a card that the sandbox takes. */
const TEST_CARD = '4242 4242 4242 4242';

/** The card to try the shop with; null where real cards are charged, and until that is known. */
export function useTestCard(): string | null {
  const [isSandbox, setSandbox] = useState(false);
  useEffect(() => {
    loadConfig().then(
      ({ payments }) => {
        setSandbox(payments.mode === 'sandbox');
      },
      () => {
        // The card field asks for the same, and says when there is no answer.
      },
    );
  }, []);
  return isSandbox ? TEST_CARD : null;
}
