import { useParams } from 'react-router-dom';
import { shopApi } from '../../../api/index';
import { isApiError, sentenceFor } from '../../../api/contract/problem';
import { isLongTitle } from '../../../lib/long-title';
import { PartPicture, PartSpecs, PriceTag } from '../../../ui/data/part';
import { PartTerms } from '../../../ui/data/part-terms';
import { UnknownPart } from '../../../ui/layout/not-found';
import { LoadError } from '../../../ui/messages/load-error';
import { OrderForm } from './order-form';

export function PurchasePage() {
  const { id = '' } = useParams();
  const {
    currentData: part,
    error,
    isFetching,
    refetch,
  } = shopApi.useGetPartQuery({ id }, { refetchOnMountOrArgChange: true });

  // Even if it was here a moment ago: a deleted part cannot be ordered.
  if (isApiError(error) && error.status === 404 && !isFetching) return <UnknownPart />;
  if (part === undefined) {
    if (error === undefined || isFetching) return <PurchaseOutline />;
    return (
      <div className="page section">
        <title>Order | Autoparts</title>
        <LoadError level={1} title="The part did not load" onRetry={() => void refetch()}>
          {sentenceFor(error)}
        </LoadError>
      </div>
    );
  }
  return (
    <div className="page order">
      <title>{`${part.title} | Autoparts`}</title>
      <div>
        <PartPicture src={part.img} title={part.title} loading="eager" />
        <div className="info">
          <div>
            <h1 data-long={isLongTitle(part.title) || undefined}>{part.title}</h1>
            <PriceTag price={part.price} />
          </div>
          <p>{part.desc}</p>
          <PartSpecs available={part.available} minimum={part.minOrderQuantity} />
          <PartTerms core={part.core} pack={part.pack} />
        </div>
      </div>
      <OrderForm key={part._id} part={part} />
    </div>
  );
}

/**
 * Placeholder of a part and its order form, with the same size, so that the page does not shift.
 */
function PurchaseOutline() {
  return (
    <div className="page order">
      <title>Order | Autoparts</title>
      <div>
        <div className="plate part-picture" aria-hidden="true">
          <svg className="art" viewBox="0 0 480 360">
            <circle className="missing" cx="240" cy="180" r="120" />
          </svg>
        </div>
        <div className="info">
          <p role="status">
            <span className="spinner" aria-hidden="true" /> Loading the part
          </p>
          <span className="skeleton skeleton-button skeleton-long" />
          <span className="skeleton skeleton-field" />
          <span className="skeleton skeleton-row" />
        </div>
      </div>
      <div className="card order-outline" aria-hidden="true">
        <span className="skeleton skeleton-heading skeleton-medium" />
        {Array.from({ length: 4 }, (_, field) => (
          <span key={field} className="skeleton skeleton-field" />
        ))}
        <span className="skeleton skeleton-text" />
        <span className="skeleton skeleton-button" />
      </div>
    </div>
  );
}
