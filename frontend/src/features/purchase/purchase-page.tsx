import { useParams } from 'react-router-dom';
import { shopApi } from '../../api/index';
import { isApiError, sentenceFor } from '../../api/problem';
import { Failed } from '../../ui/failed';
import { PartPicture } from '../../ui/part-picture';
import { PartSpecs } from '../../ui/part-specs';
import { PriceTag } from '../../ui/price-tag';
import { UnknownPart } from '../../ui/unknown-part';
import { Waiting } from '../../ui/waiting';
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
    if (error === undefined || isFetching) return <Waiting>Loading the part</Waiting>;
    return (
      <div className="page section">
        <title>Order | Autoparts</title>
        <Failed level={1} title="The part did not load" onRetry={() => void refetch()}>
          {sentenceFor(error)}
        </Failed>
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
            <h1>{part.title}</h1>
            <PriceTag price={part.price} />
          </div>
          <p>{part.desc}</p>
          <PartSpecs available={part.available} minimum={part.minOrderQuantity} />
        </div>
      </div>
      <OrderForm key={part._id} part={part} />
    </div>
  );
}
