import { sentenceFor } from '../../api/problem';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Failed } from '../../ui/failed';
import { Waiting } from '../../ui/waiting';
import { NoParts } from './no-parts';
import { NoSuchPart } from './no-such-part';
import { PartSkeletons } from './part-skeletons';
import { ShopList } from './shop-list';
import type { ShopView } from './shop-view';
import { useShopParts } from './use-shop-parts';

const SKELETONS = 6;

interface ShopResultsProps {
  view: ShopView;
  onMore: () => void;
  /** Gives up what narrows the list. */
  onClear: () => void;
}

export function ShopResults({ view, onMore, onClear }: ShopResultsProps) {
  const { found, error, isFetching, complete, retry } = useShopParts(view);
  const hasFailed = error !== undefined && !isFetching;
  const narrowed = view.words !== '' || view.inStock;

  if (found === undefined && hasFailed) {
    return (
      <Failed title="Parts did not load" onRetry={retry}>
        {sentenceFor(error)}
      </Failed>
    );
  }
  return (
    <>
      <h2 className="sr-only">Results</h2>
      <p className="found" role="status">
        {found === undefined && <span className="spinner" aria-hidden="true" />}
        {found === undefined ? 'Loading parts' : countOf(found.length, narrowed, complete)}
      </p>
      {found === undefined && <PartSkeletons count={SKELETONS} />}
      {found?.length === 0 && !complete && isFetching && (
        <Waiting>Looking through the catalogue</Waiting>
      )}
      {found?.length === 0 && complete && narrowed && <NoSuchPart onClear={onClear} />}
      {found?.length === 0 && complete && !narrowed && (
        <NoParts looking={isFetching} onLookAgain={retry} />
      )}
      {found !== undefined && found.length > 0 && (
        <ShopList
          parts={found}
          shown={view.shown}
          complete={complete}
          busy={isFetching}
          onMore={onMore}
        />
      )}
      {hasFailed && !complete && (
        <div className="mt-6">
          <Alert tone="danger">
            <p>The rest of the catalogue did not load. {sentenceFor(error)}</p>
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </Alert>
        </div>
      )}
    </>
  );
}

function countOf(count: number, narrowed: boolean, complete: boolean): string {
  if (count === 0 && complete) return narrowed ? 'No part found' : 'No parts';
  const parts = count === 1 ? '1 part' : `${count} parts`;
  if (!complete) return narrowed ? `${parts} found so far…` : `${parts} and more`;
  return narrowed ? `${parts} found` : parts;
}
