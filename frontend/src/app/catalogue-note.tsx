import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { shopApi } from '../api';
import { catalogueAsOf } from '../lib/catalogue-age';
import { formatDateTime } from '../lib/date-time';

/** How often a small part of the catalogue is read to learn whether it is of now again, in milliseconds. */
const ASKED_EVERY = 10_000;

/** Says that what is on the screen is not of now, and that nothing can be ordered. At the bottom edge, where appearing late moves nothing. */
export default function CatalogueNote({ asOf }: { asOf: string }) {
  const dispatch = useDispatch();
  shopApi.useListBrandsQuery(undefined, { pollingInterval: ASKED_EVERY });

  // It goes with the first answer of now; what came before it is asked for again.
  useEffect(
    () => () => {
      if (catalogueAsOf() === null) dispatch(shopApi.util.resetApiState());
    },
    [dispatch],
  );

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
