import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { shopApi } from '../api';
import { catalogueAsOf } from '../lib/catalogue-age';
import { formatDateTime } from '../lib/date-time';

/**
 * How often a small part of the catalog is read to find out whether it is up to date again, in
 * milliseconds.
 */
const ASKED_EVERY = 10_000;

/**
 * States that the data is out of date and that ordering is not possible. At the bottom edge, so
 * that it moves nothing when it appears late.
 */
export default function CatalogueNote({ asOf }: { asOf: string }) {
  const dispatch = useDispatch();
  shopApi.useListBrandsQuery(undefined, { pollingInterval: ASKED_EVERY });

  // Disappears with the first current response; earlier responses are refetched.
  useEffect(
    () => () => {
      if (catalogueAsOf() === null) dispatch(shopApi.util.resetApiState());
    },
    [dispatch],
  );

  return (
    <aside className="bottom-note" role="status" aria-label="Orders are paused">
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
