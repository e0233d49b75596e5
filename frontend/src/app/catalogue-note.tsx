import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { emptyApi } from '../api/empty-api';
import { noteCatalogueAsOf } from '../lib/catalogue-age';
import { formatDateTime } from '../lib/date-time';

/** How often it is asked whether the shop sells again, in milliseconds. */
const ASKED_EVERY = 10_000;

/** Says that what is on the screen is not of now, and that nothing can be ordered. At the bottom edge, where appearing late moves nothing. */
export default function CatalogueNote({ asOf }: { asOf: string }) {
  const dispatch = useDispatch();

  useEffect(() => {
    const asking = setInterval(() => {
      fetch('/readyz').then(
        ({ ok }) => {
          if (!ok) return;
          noteCatalogueAsOf(null);
          dispatch(emptyApi.util.resetApiState());
        },
        () => {
          // It is asked again.
        },
      );
    }, ASKED_EVERY);
    return () => {
      clearInterval(asking);
    };
  }, [dispatch]);

  return (
    <aside className="bottom-note" role="status" aria-label="Orders have to wait">
      <div className="page">
        <CloudOff className="icon" />
        <p>
          We cannot take orders right now. Please try again in a few minutes. Prices and stock are
          as of <time dateTime={asOf}>{formatDateTime(asOf)}</time>.
        </p>
      </div>
    </aside>
  );
}
