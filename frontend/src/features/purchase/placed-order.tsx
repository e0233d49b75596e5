import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Alert } from '../../ui/alert';

/** An order that was placed just now, and what comes next: the focus goes there, with the reason. */
export function PlacedOrder({ id }: { id: string }) {
  const payNow = useRef<HTMLAnchorElement>(null);
  const news = useId();
  useEffect(() => {
    payNow.current?.focus();
  }, [id]);
  return (
    <Alert tone="positive">
      <p id={news}>Your order is placed and the pieces are held for you.</p>
      <Link ref={payNow} className="btn btn-primary" to={paths.payment(id)} aria-describedby={news}>
        Pay now
      </Link>
    </Alert>
  );
}
