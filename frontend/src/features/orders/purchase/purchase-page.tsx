import { useParams } from 'react-router-dom';
import { shopApi } from '../../../api/index';
import { isApiError, sentenceFor } from '../../../api/problem';
import { isLongTitle } from '../../../lib/format';
import { PartPicture, PartSpecs, PriceTag } from '../../../ui/data/part';
import { PartTerms } from '../../../ui/data/part-terms';
import { UnknownPart } from '../../../ui/layout/not-found';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { OrderForm } from './order-form';

export function PurchasePage() {
  const { id = '' } = useParams();
  const {
    currentData: part,
    error,
    isFetching,
    refetch,
  } = shopApi.useGetPartQuery({ id }, { refetchOnMountOrArgChange: true });

  // Also when it was here a moment ago: a part that is gone cannot be ordered.
  if (isApiError(error) && error.status === 404 && !isFetching) return <UnknownPart />;
  if (part === undefined) {
    if (error === undefined || isFetching) return <Loading>Loading the part</Loading>;
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
