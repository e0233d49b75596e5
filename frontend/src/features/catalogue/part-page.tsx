import { RotateCcw, Truck } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import type { Category, Listing, Part, Verdict } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { isApiError, sentenceFor } from '../../api/contract/problem';
import { usePartFits } from '../../api/use-part-fits';
import { useTickedFits, type TickedFitsOfCart } from '../../lib/cart/ticked-fits';
import { isLongTitle } from '../../lib/long-title';
import { cells, pictureSizes } from '../../lib/part-view.json';
import { paths } from '../../lib/paths';
import { selectSession } from '../../lib/session/session-slice';
import { confirmedOf } from '../../lib/vehicle/fit-ticks';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { selectVehicle } from '../../lib/vehicle/vehicle-slice';
import { isSoldOut } from '../../lib/stock';
import { thumbnailOf } from '../../lib/own-pictures';
import { promises } from '../../lib/promises';
import { termsInWords } from '../../lib/return-terms';
import { Dock } from '../../ui/controls/dock';
import { Link } from '../../ui/controls/link';
import { Exact } from '../../ui/data/exact';
import { PartPicture, PartSpecs, PriceTag } from '../../ui/data/part';
import { PartTerms } from '../../ui/data/part-terms';
import { PartVerdict } from '../../ui/data/part-verdict';
import { UnknownPart } from '../../ui/layout/not-found';
import { LoadError } from '../../ui/messages/load-error';
import { Breadcrumbs } from './breadcrumbs';
import { BuyForm } from './buy-form';
import { pathTo } from './categories';
import { ListedFor } from './listed-for';
import { PartCard, SoldOutBadge } from './part-card';
import { PartFacts } from './part-facts';
import { ReplacedBy } from './replaced-by';
import { CONDITIONS } from './shop-view';

/** Data fetched while the page was opening is not refetched. */
const FRESH_SECONDS = 5;

interface PartPageProps {
  /** Also offered when the part is sold out. */
  whenSoldOut?: (part: Part) => ReactNode;
  /** Chooser for the visitor's car. */
  chooser?: ReactNode;
}

/** A part's public page, with structured data for search engines. */
export function PartPage({ whenSoldOut, chooser }: PartPageProps) {
  const { id = '' } = useParams();
  const {
    currentData: part,
    error,
    isFetching,
    refetch,
  } = shopApi.useGetPartQuery({ id }, { refetchOnMountOrArgChange: FRESH_SECONDS });
  const listing = shopApi.useGetListingQuery({ id });

  // Waiting for the slower of two parallel requests keeps the page from shifting.
  if (part && !(listing.isFetching && listing.currentData === undefined)) {
    return (
      <PartDetails
        key={id}
        part={part}
        listing={listing.currentData}
        whenSoldOut={whenSoldOut}
        chooser={chooser}
      />
    );
  }
  if (isApiError(error) && error.status === 404) return <UnknownPart />;
  if (error === undefined || isFetching) return <PartPageSkeleton />;
  return (
    <div className="page section">
      <LoadError level={1} title="The part did not load" onRetry={() => void refetch()}>
        {sentenceFor(error)}
      </LoadError>
    </div>
  );
}

const NO_CATEGORIES: Category[] = [];

interface PartDetailsProps extends PartPageProps {
  part: Part;
  /** Optional details; the page works without them. */
  listing?: Listing;
}

export function PartDetails({ part, listing, whenSoldOut, chooser }: PartDetailsProps) {
  const vehicle = useSelector(selectVehicle);
  const fits = usePartFits(part._id, vehicle);
  const ticks = useTickedFits();
  const isVisitor = useSelector(selectSession).status === 'signed-out';
  const { data: categories = NO_CATEGORIES } = shopApi.useListCategoriesQuery(undefined, {
    skip: part.category === undefined,
  });
  const path = part.category === undefined ? [] : pathTo(categories, part.category);
  const soldOut = isSoldOut(part);
  const order = useRef<HTMLDivElement>(null);
  return (
    <article className="page part-page">
      <title>{`${part.title} | Autoparts`}</title>
      <Breadcrumbs path={path} category={part.category} here={part.title} />
      <div className="part-top">
        <Gallery part={part} more={listing?.pictures ?? []} />
        <div className="title-block">
          <div>
            <h1 data-long={isLongTitle(part.title) || undefined}>{part.title}</h1>
          </div>
          <Identity part={part} listing={listing} />
          <div className="pricing">
            <PriceTag price={part.price} listPrice={part.listPrice} />
            <PartVerdict
              part={part}
              vehicle={vehicle}
              fits={fits}
              ticks={ticks}
              listed={vehicle && <ListedFor part={part} vehicle={vehicle} verdict={fits.verdict} />}
              instead={
                vehicle && (
                  <Link to={paths.partsFor(vehicle.id, part.category)}>See what fits your car</Link>
                )
              }
            >
              {chooser}
            </PartVerdict>
          </div>
          <div>
            <PartSpecs available={part.available} minimum={part.minOrderQuantity} />
            <PartTerms core={part.core} pack={part.pack} />
          </div>
          <div className="to-order" id="order" tabIndex={-1} ref={order}>
            {part.successor !== undefined && <ReplacedBy id={part.successor} />}
            {soldOut ? (
              <SoldOut part={part} category={path.at(-1)}>
                {whenSoldOut?.(part)}
              </SoldOut>
            ) : (
              <BuyForm
                part={part}
                needs={fits.verdict?.needs}
                doubtful={isDoubtful(part, vehicle, fits.verdict, ticks)}
              />
            )}
            {isVisitor && !soldOut && (
              <p>You will be asked to sign in first, then taken to your order.</p>
            )}
          </div>
          <ul className="promise-lines">
            <li>
              <Truck className="icon" />
              {promises.shipping}
            </li>
            {listing?.returns && (
              <li>
                <RotateCcw className="icon" />
                {termsInWords(listing.returns)}
              </li>
            )}
          </ul>
        </div>
      </div>
      <PartFacts part={part} listing={listing} vehicle={vehicle} />
      {part.category !== undefined && (
        <RelatedParts part={part} category={path.at(-1)} inStock={soldOut} />
      )}
      {!soldOut && (
        <Dock target={order} to="#order" label="Order">
          <PriceTag price={part.price} />
        </Dock>
      )}
    </article>
  );
}

/** Whether the part may not fit the car, or its fit is unknown. */
function isDoubtful(
  { _id: part }: Part,
  vehicle: GarageVehicle | null,
  verdict: Verdict | undefined,
  ticks: TickedFitsOfCart,
): boolean {
  if (vehicle === null || verdict === undefined) return false;
  if (verdict.verdict === 'unknown') return true;
  return confirmedOf(verdict, ticks.ticksOf({ part, vehicle: vehicle.id }, verdict)) === null;
}

/** The part's brand, number and condition. */
function Identity({ part, listing }: PartDetailsProps) {
  const { brand, number } = part;
  const values: Record<string, ReactNode> = {
    brand: brand && <Link to={paths.partsOf(brand._id)}>{brand.name}</Link>,
    number: number && <Exact value={number} />,
    condition: listing && CONDITIONS[listing.condition],
  };
  return cells.map(
    ({ fact, label }) =>
      values[fact] !== undefined && (
        <p key={fact} className="cell">
          <span className="label">{label}</span> <b className="part-number">{values[fact]}</b>
        </p>
      ),
  );
}

interface SoldOutProps {
  part: Part;
  category: Category | undefined;
  children: ReactNode;
}

function SoldOut({ part, category, children }: SoldOutProps) {
  const inStock =
    category === undefined ? `${paths.shop}?stock=in` : `${paths.partsIn(category._id)}&stock=in`;
  return (
    <>
      <p className="sold-out">
        <SoldOutBadge /> There is not enough in stock for a minimum order right now.
      </p>
      {children}
      <div className="actions">
        <Link className="btn btn-lg" to={inStock}>
          {category === undefined ? 'Parts in stock' : `${category.name} in stock`}
        </Link>
        <Link className="btn btn-lg" to={paths.purchase(part._id)}>
          Purchase
        </Link>
      </div>
    </>
  );
}

interface GalleryProps {
  part: Part;
  more: { img: string; alt?: string }[];
}

/** The selected picture, at first the main one, and thumbnails to choose another. */
function Gallery({ part, more }: GalleryProps) {
  const [at, setAt] = useState(0);
  const pictures = [{ img: part.img, alt: part.title }, ...more];
  const shown = pictures[at] ?? { img: part.img, alt: part.title };
  return (
    <div className="gallery">
      <PartPicture
        src={shown.img}
        title={shown.alt ?? part.title}
        loading="eager"
        sizes={pictureSizes}
      />
      {pictures.length > 1 && (
        <div className="thumbs" role="group" aria-label="Pictures">
          {pictures.map(({ img, alt }, position) => (
            <button
              key={`${position} ${img}`}
              type="button"
              className="plate"
              aria-label={`Picture ${position + 1}${alt === undefined ? '' : `: ${alt}`}`}
              aria-pressed={position === at}
              onClick={() => {
                setAt(position);
              }}
            >
              <img src={thumbnailOf(img)} alt="" width={80} height={60} loading="lazy" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const RELATED = 4;

interface RelatedPartsProps {
  part: Part;
  category: Category | undefined;
  /** Only parts that can be ordered, because this one cannot. */
  inStock: boolean;
}

/** Other parts of the same category. */
function RelatedParts({ part, category, inStock }: RelatedPartsProps) {
  const { data } = shopApi.useSearchPartsQuery({
    category: part.category,
    limit: RELATED + 1,
    ...(inStock && { inStock }),
  });
  const parts = data?.parts.filter(({ _id }) => _id !== part._id).slice(0, RELATED) ?? [];
  if (parts.length === 0) return null;
  return (
    <section className="related" aria-labelledby="related">
      <div className="section-line">
        <h2 id="related">
          {inStock ? 'In stock in this category' : 'Other parts in this category'}
        </h2>
        {category && <Link to={paths.partsIn(category._id)}>All {category.name}</Link>}
      </div>
      <ul className="results cards">
        {parts.map((other) => (
          <PartCard key={other._id} part={other} loading="lazy" />
        ))}
      </ul>
    </section>
  );
}

/** Placeholder of a part's page, with the same size. */
function PartPageSkeleton() {
  return (
    <div className="page part-page">
      <p className="crumbs" role="status">
        <span className="spinner" aria-hidden="true" />
        Loading the part
      </p>
      <div className="part-top" aria-hidden="true">
        <div className="plate part-picture">
          <svg className="art" viewBox="0 0 480 360">
            <circle className="missing" cx="240" cy="180" r="120" />
          </svg>
        </div>
        <div className="facts">
          <span className="skeleton skeleton-title skeleton-long" />
          <span className="skeleton skeleton-button skeleton-medium" />
          <span className="skeleton skeleton-row" />
          <span className="skeleton skeleton-row" />
          <span className="skeleton skeleton-text" />
        </div>
      </div>
    </div>
  );
}
