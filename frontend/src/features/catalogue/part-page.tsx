import { useSelector } from 'react-redux';
import { Link, useParams } from 'react-router-dom';
import type { Part } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { isApiError, sentenceFor } from '../../api/problem';
import { paths } from '../../lib/paths';
import { selectSession } from '../../lib/session/session-slice';
import { isSoldOut } from '../../lib/stock';
import { PartPicture, PartSpecs, PriceTag } from '../../ui/data/part';
import { UnknownPart } from '../../ui/layout/not-found';
import { LoadError } from '../../ui/messages/load-error';
import { SoldOutBadge } from './part-card';

/** A part for everybody to read, and for machines to understand. */
export function PartPage() {
  const { id = '' } = useParams();
  const {
    currentData: part,
    error,
    isFetching,
    refetch,
  } = shopApi.useGetPartQuery({ id }, { refetchOnMountOrArgChange: true });

  if (part) return <PartDetails part={part} />;
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

export function PartDetails({ part }: { part: Part }) {
  const isVisitor = useSelector(selectSession).status === 'signed-out';
  return (
    <article className="page part-page">
      <title>{`${part.title} | Autoparts`}</title>
      <Breadcrumbs here={part.title} />
      <div className="sheet">
        <PartPicture src={part.img} title={part.title} loading="eager" />
        <div className="facts">
          <h1>{part.title}</h1>
          {isSoldOut(part) && (
            <p className="sold-out">
              <SoldOutBadge /> Less is left than the minimum order, so it cannot be ordered now.
            </p>
          )}
          <PriceTag price={part.price} />
          <PartSpecs available={part.available} minimum={part.minOrderQuantity} />
          <div className="to-order">
            <Link
              className={isSoldOut(part) ? 'btn btn-lg' : 'btn btn-primary btn-lg'}
              to={paths.purchase(part._id)}
            >
              Purchase
            </Link>
            {isVisitor && !isSoldOut(part) && (
              <p>You will be asked to sign in first, then brought back here.</p>
            )}
          </div>
          <p className="desc">{part.desc}</p>
        </div>
      </div>
    </article>
  );
}

function Breadcrumbs({ here }: { here: string }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="crumbs">
        <li>
          <Link to={paths.home}>Home</Link>
        </li>
        <li>
          <Link to={paths.shop}>Parts</Link>
        </li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}

/** The outline of a part's page, in its measures. */
function PartPageSkeleton() {
  return (
    <div className="page part-page">
      <p className="crumbs" role="status">
        <span className="spinner" aria-hidden="true" />
        Loading the part
      </p>
      <div className="sheet" aria-hidden="true">
        <div className="plate part-picture">
          <svg className="art" viewBox="0 0 480 360">
            <circle className="missing" cx="240" cy="180" r="120" />
          </svg>
        </div>
        <div className="facts">
          <span className="skeleton h-10 w-3/5" />
          <span className="skeleton h-12 w-2/5" />
          <span className="skeleton h-14" />
          <span className="skeleton h-14" />
          <span className="skeleton h-24" />
        </div>
      </div>
    </div>
  );
}
