import { useEffect, useState } from 'react';

const LONG_MS = 6_000;

interface PayHintProps {
  preparing: boolean;
  paying: boolean;
}

/** Says what the button is waiting for, when that takes a while. */
export function PayHint({ preparing, paying }: PayHintProps) {
  const [long, setLong] = useState(false);

  useEffect(() => {
    if (!paying) return;
    const timer = setTimeout(() => {
      setLong(true);
    }, LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [paying]);

  return (
    <p className="hint pay-hint" role="status">
      {preparing && 'Preparing your payment.'}
      {long && 'Still waiting for the payment provider. Please stay on this page.'}
    </p>
  );
}
