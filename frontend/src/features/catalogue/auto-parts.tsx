import type { ReactNode } from 'react';
import { homeApi } from '../../api/home';
import { sentenceFor } from '../../api/contract/problem';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { LoadError } from '../../ui/messages/load-error';
import { NoParts, PartCard, PartSkeletons } from './part-card';
import { useCardFits } from './use-card-fits';

interface AutoPartsProps {
  /** Chooser for the visitor's car. */
  bar?: ReactNode;
}

export function AutoParts({ bar }: AutoPartsProps) {
  return (
    <section className="section" id="parts" tabIndex={-1} aria-labelledby="auto-parts">
      <div className="page">
        <div className="section-head">
          <h2 id="auto-parts">AUTO PARTS</h2>
          <p>Prices are per piece.</p>
        </div>
        {bar}
        <PartsGrid />
        <p className="more">
          <Link className="btn btn-lg" to={paths.shop}>
            All parts
          </Link>
        </p>
      </div>
    </section>
  );
}

/** Home shows only the first parts of the catalog. */
const SHOWN_PARTS = 6;
const ON_FIRST_SCREEN = 3;

function PartsGrid() {
  const { data, error, isFetching, refetch } = homeApi.useListPartsQuery({ limit: SHOWN_PARTS });
  const fitOf = useCardFits(data?.slice(0, SHOWN_PARTS) ?? []);

  if (data === undefined && error !== undefined) {
    return (
      <LoadError
        level={3}
        title="Parts did not load"
        onRetry={refetch}
        retrying={isFetching}
        patient
      >
        {sentenceFor(error)}
      </LoadError>
    );
  }
  if (data === undefined) return <PartsLoading count={SHOWN_PARTS} />;
  if (data.length === 0) {
    return <NoParts looking={isFetching} onLookAgain={() => void refetch()} />;
  }
  return (
    <ul className="grid-parts">
      {data.slice(0, SHOWN_PARTS).map((part, position) => (
        <PartCard
          key={part._id}
          part={part}
          loading={position < ON_FIRST_SCREEN ? 'eager' : 'lazy'}
          fit={fitOf(position)}
        />
      ))}
    </ul>
  );
}

/** Announces that parts are loading, above the placeholders and without moving them. */
function PartsLoading({ count }: { count: number }) {
  return (
    <div className="parts-loading">
      <p className="loading" role="status">
        <span className="spinner" aria-hidden="true" />
        Loading parts
      </p>
      <PartSkeletons count={count} />
    </div>
  );
}
