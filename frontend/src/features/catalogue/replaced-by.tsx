import { CornerDownRight } from 'lucide-react';
import { shopApi } from '../../api/index';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';

/** The successor of a discontinued part. */
export function ReplacedBy({ id }: { id: string }) {
  const { currentData: part } = shopApi.useGetPartQuery({ id });
  if (part === undefined) return null;
  const name = [part.brand?.name, part.number].filter(Boolean).join(' ');
  return (
    <p className="replaced-by">
      <CornerDownRight className="icon" />
      <span>
        Replaced by <Link to={paths.part(id)}>{name === '' ? part.title : name}</Link>
      </span>
    </p>
  );
}
