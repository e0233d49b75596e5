import { Hash } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { NumberHit, Part, SearchPage } from '../../api/contract/generated-types';
import { pagesApi } from '../../api/pages';
import { sentenceFor } from '../../api/contract/problem';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { Exact, Parts } from '../../ui/data/exact';
import { Alert } from '../../ui/messages/alert';
import { LoadError } from '../../ui/messages/load-error';
import { NoParts, PartCard, PartSkeletons } from './part-card';
import { isSameNumber, reasonOf } from './part-numbers';
import { ReplacedBy } from './replaced-by';
import {
  EVERYTHING,
  WITHOUT_FILTERS,
  searchOf,
  shopWith,
  type AppliedFilter,
  type ShopView,
} from './shop-view';
import type { PartLayout } from './use-part-layout';
import { useCardFits } from './use-card-fits';
import { type SearchState } from './use-search';

const SKELETONS = 6;

interface ShopResultsProps {
  view: ShopView;
  search: SearchState;
  layout: PartLayout;
  filters: AppliedFilter[];
  /** The name of the list's vehicle. */
  car: string | null;
  onMore: () => void;
}

export function ShopResults({ view, search, layout, filters, car, onMore }: ShopResultsProps) {
  const { first, parts, error, stale, retry } = search;

  if (error !== undefined && (first === undefined || stale)) {
    return (
      <LoadError title="Parts did not load" onRetry={retry}>
        {`${sentenceFor(error)} Your search and filters are kept.`}
      </LoadError>
    );
  }
  if (first === undefined) {
    return <PartSkeletons count={SKELETONS} className={`results ${layout}`} />;
  }
  const isEmpty = parts.length === 0 && first.numbers.length === 0;
  return (
    <div className={stale ? 'stale' : undefined} aria-busy={stale}>
      <Notes view={view} first={first} />
      {first.numbers.length > 0 && <NumberHits view={view} hits={first.numbers} />}
      <h2 className="sr-only">{first.numbers.length > 0 ? 'Other parts' : 'Results'}</h2>
      {isEmpty && !stale && (
        <NothingFound view={view} filters={filters} car={car} search={search} />
      )}
      {parts.length > 0 && (
        <PartList parts={parts} view={view} layout={layout} search={search} onMore={onMore} />
      )}
      <LoadProblem search={search} />
      <p className="list-note">Prices are per piece. Stock is what you can order now.</p>
    </div>
  );
}

interface NotesProps {
  view: ShopView;
  first: SearchPage;
}

/** Notes about the list: a suggested alternative, or that it is incomplete. */
function Notes({ view, first }: NotesProps) {
  const { similarNumber, didYouMean, indexedPercent } = first;
  return (
    <>
      {indexedPercent !== undefined && (
        <Note>
          Search is still being prepared (<Exact value={indexedPercent} />
          %). Some parts may not show up yet.
        </Note>
      )}
      {similarNumber !== undefined && (
        <Note>
          No part has the number{' '}
          <b className="part-number">
            <Exact value={view.words} />
          </b>
          . Did you mean{' '}
          <Link
            className="part-number"
            to={shopWith({ ...EVERYTHING, words: similarNumber, sorting: 'best' })}
          >
            {similarNumber}
          </Link>
          ?
        </Note>
      )}
      {didYouMean !== undefined && (
        <Note>
          Almost nothing matches “{view.words}”. Showing results for{' '}
          <Link to={shopWith({ ...view, words: didYouMean })}>{didYouMean}</Link> instead.
        </Note>
      )}
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <div className="note">
    <Alert tone="info">
      <p>{children}</p>
    </Alert>
  </div>
);

interface NumberHitsProps {
  view: ShopView;
  hits: NumberHit[];
}

/** The parts that a number matched, each with the reason. */
function NumberHits({ view: { words, vehicle }, hits }: NumberHitsProps) {
  const fitOf = useCardFits(
    hits.map(({ part }) => part),
    vehicle || undefined,
  );
  const exact = hits.some(({ number }) => isSameNumber(number, words));
  return (
    <section className="pin" aria-labelledby="number-hits">
      <h2 id="number-hits">
        <Hash className="icon" />
        {exact ? 'Number ' : 'Numbers that begin with '}
        <span className="part-number">
          <Exact value={words} />
        </span>
      </h2>
      <ul className="results rows">
        {hits.map((hit, position) => (
          <PartCard
            key={hit.part._id}
            part={hit.part}
            loading="eager"
            fit={fitOf(position)}
            vehicle={vehicle || undefined}
          >
            <p className="hit">{reasonOf(hit)}</p>
            {hit.part.successor !== undefined && <ReplacedBy id={hit.part.successor} />}
          </PartCard>
        ))}
      </ul>
    </section>
  );
}

const ON_FIRST_SCREEN = 3;

interface PartListProps {
  parts: Part[];
  /** Contains the maximum number to show. */
  view: ShopView;
  layout: PartLayout;
  search: SearchState;
  onMore: () => void;
}

function PartList({ parts, view, layout, search, onMore }: PartListProps) {
  const { shown, vehicle } = view;
  const fitOf = useCardFits(parts, vehicle || undefined);
  const { total, hasMore, capped, busy } = search;
  const list = useRef<HTMLUListElement>(null);
  /** The first new part, where the focus moves after loading more. */
  const goOnAt = useRef<number | null>(null);
  const count = Math.min(parts.length, shown);

  useEffect(() => {
    if (goOnAt.current === null || count <= goOnAt.current) return;
    list.current?.children[goOnAt.current]?.querySelector('a')?.focus();
    goOnAt.current = null;
  }, [count]);

  return (
    <>
      <ul className={`results ${layout}`} id="parts-list" tabIndex={-1} ref={list}>
        {parts.slice(0, shown).map((part, position) => (
          <PartCard
            key={part._id}
            part={part}
            loading={position < ON_FIRST_SCREEN ? 'eager' : 'lazy'}
            fit={fitOf(position)}
            vehicle={vehicle || undefined}
          />
        ))}
      </ul>
      {(count < parts.length || hasMore) && !capped && (
        <div className="more">
          <p>
            <Exact value={count} /> of <Parts of={total} />
          </p>
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

/** The next page, or an update of the list, failed to load. */
function LoadProblem({ search }: { search: SearchState }) {
  const { error, capped, retry } = search;
  if (capped) {
    return (
      <Note>
        Only the best matches are listed. To see others, add a word or a filter, or sort
        differently.
      </Note>
    );
  }
  if (error === undefined) return null;
  return (
    <div className="note">
      <Alert tone="danger">
        <p>The rest of the list did not load. {sentenceFor(error)}</p>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </Alert>
    </div>
  );
}

interface NothingFoundProps {
  view: ShopView;
  filters: AppliedFilter[];
  car: string | null;
  search: SearchState;
}

/** No results: suggests how to find parts. */
function NothingFound({ view, filters, car, search }: NothingFoundProps) {
  const { words, category } = view;
  if (words === '' && category === '' && car === null && filters.length === 0) {
    return <NoParts looking={search.busy} onLookAgain={search.retry} />;
  }
  const isRefined = words !== '' && (category !== '' || filters.length > 0);
  return (
    <div className="empty-state">
      <div className="text">
        <h3>{car === null ? 'No matching parts' : `No parts for your ${car}`}</h3>
        <p>
          {words === ''
            ? car !== null && category === '' && filters.length === 0
              ? 'No parts are listed for it yet. Search by the number on your old part, or browse all parts.'
              : 'No part matches everything you chose.'
            : 'Try fewer or different words. If it is a part number, check it against your old part.'}
        </p>
      </div>
      <ul className="other-searches">
        {car !== null && <WayOut view={{ ...view, vehicle: '' }}>For all cars</WayOut>}
        {filters.map(({ label, without }) => (
          <WayOut key={label} view={{ ...view, ...without }}>
            Without {label}
          </WayOut>
        ))}
        {filters.length > 1 && (
          <WayOut view={{ ...view, ...WITHOUT_FILTERS }}>Without filters</WayOut>
        )}
        {isRefined && category !== '' && (
          <WayOut view={{ ...EVERYTHING, words, sorting: 'best' }}>
            “{words}” in all categories
          </WayOut>
        )}
      </ul>
      <Link className="btn" to={paths.shop}>
        Show all parts
      </Link>
    </div>
  );
}

/** A link to a view with results, with their number; renders nothing without results. */
function WayOut({ view, children }: { view: ShopView; children: ReactNode }) {
  const { data } = pagesApi.useSearchInfiniteQuery(searchOf(view));
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <li>
      <Link className="chip" to={shopWith(view)}>
        {children}{' '}
        <b>
          <Parts of={total} />
        </b>
      </Link>
    </li>
  );
}
