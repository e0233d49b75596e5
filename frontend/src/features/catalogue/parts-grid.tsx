import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { Failed } from '../../ui/failed';
import { LoadingParts } from './loading-parts';
import { NoParts } from './no-parts';
import { PartCard } from './part-card';

/** Home shows the head of the catalogue, no more. */
const SHOWN_PARTS = 6;
const ON_FIRST_SCREEN = 3;

export function PartsGrid() {
  const { data, error, isFetching, refetch } = shopApi.useListPartsQuery({ limit: SHOWN_PARTS });

  if (data === undefined && error !== undefined) {
    return (
      <Failed level={3} title="Parts did not load" onRetry={refetch} retrying={isFetching} patient>
        {sentenceFor(error)}
      </Failed>
    );
  }
  if (data === undefined) return <LoadingParts count={SHOWN_PARTS} />;
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
        />
      ))}
    </ul>
  );
}
