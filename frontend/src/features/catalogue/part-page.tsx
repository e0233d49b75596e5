import { useParams } from 'react-router-dom';
import { shopApi } from '../../api/index';
import { isApiError, sentenceFor } from '../../api/problem';
import { Failed } from '../../ui/failed';
import { UnknownPart } from '../../ui/unknown-part';
import { PartDetails } from './part-details';
import { PartPageSkeleton } from './part-page-skeleton';

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
      <Failed level={1} title="The part did not load" onRetry={() => void refetch()}>
        {sentenceFor(error)}
      </Failed>
    </div>
  );
}
