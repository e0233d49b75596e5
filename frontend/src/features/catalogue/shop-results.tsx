import { useEffect, useRef } from 'react';
import type { Part } from '../../api/generated-types';
import { pagesApi } from '../../api/pages';
import { useEveryPage } from '../../api/paging';
import { sentenceFor } from '../../api/problem';
import { Button } from '../../ui/controls/button';
import { Alert } from '../../ui/messages/alert';
import { EmptyState } from '../../ui/messages/empty-state';
import { LoadError } from '../../ui/messages/load-error';
import { Loading } from '../../ui/messages/loading';
import { NoParts, PartCard, PartSkeletons } from './part-card';
import { isRefined, partsIn, type ShopView } from './shop-view';

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
      <LoadError title="Parts did not load" onRetry={retry}>
        {sentenceFor(error)}
      </LoadError>
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
      {found?.length === 0 && !complete && isFetching && <Loading>Searching the catalogue</Loading>}
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

const ON_FIRST_SCREEN = 3;

interface ShopListProps {
  /** All that was found so far. */
  parts: Part[];
  /** How many of them may be shown. */
  shown: number;
  /** Whether more may be found still. */
  complete: boolean;
  busy: boolean;
  onMore: () => void;
}

function ShopList({ parts, shown, complete, busy, onMore }: ShopListProps) {
  const list = useRef<HTMLUListElement>(null);
  /** After asking for more the reader goes on at the first of the new parts. */
  const goOnAt = useRef<number | null>(null);
  const count = Math.min(parts.length, shown);

  useEffect(() => {
    if (goOnAt.current === null || count <= goOnAt.current) return;
    list.current?.children[goOnAt.current]?.querySelector('a')?.focus();
    goOnAt.current = null;
  }, [count]);

  return (
    <>
      <ul className="grid-parts" ref={list}>
        {parts.slice(0, shown).map((part, position) => (
          <PartCard
            key={part._id}
            part={part}
            loading={position < ON_FIRST_SCREEN ? 'eager' : 'lazy'}
          />
        ))}
      </ul>
      {(count < parts.length || !complete) && (
        <div className="more">
          <p>{complete ? `${count} of ${parts.length}` : `${count} of ${parts.length} or more`}</p>
          <Button
            busy={busy}
            onClick={() => {
              goOnAt.current = count;
              onMore();
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** A search or a filter leaves nothing. */
function NoSuchPart({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      level={3}
      title="No matching parts"
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      Try fewer or other words: titles and descriptions are searched.
    </EmptyState>
  );
}

/** A kept list that is older is shown, and asked for again. */
const FRESH_SECONDS = 30;

/**
 * The parts of a view. The API hands the catalogue out in its own order, page by page. As listed,
 * pages are fetched as far as they are shown; a search or another order needs all of them, and goes on
 * fetching until they are there.
 */
function useShopParts(view: ShopView) {
  const pages = pagesApi.useCatalogueInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: FRESH_SECONDS,
  });
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = pages;
  const parts = data?.pages.flat();

  useEveryPage(pages, isRefined(view) || (parts?.length ?? 0) < view.shown);

  return {
    /** All that was found so far; undefined until the first page is here. */
    found: parts && partsIn(view, parts),
    error,
    isFetching,
    /** Whether `found` is all there is to find. */
    complete: data !== undefined && !hasNextPage,
    /** Goes on where it stopped, or looks again from the start. */
    retry: () => void (hasNextPage ? fetchNextPage() : refetch()),
  };
}
