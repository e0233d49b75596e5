import { PackageX } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Part } from '../../api/generated-types';
import { paths } from '../../lib/paths';
import { isSoldOut } from '../../lib/stock';
import { Button } from '../../ui/controls/button';
import { Badge } from '../../ui/data/badges';
import { PartPicture, PartSpecs, PriceTag } from '../../ui/data/part';
import { EmptyState } from '../../ui/messages/empty-state';

interface PartCardProps {
  part: Part;
  loading: 'eager' | 'lazy';
}

/** The whole card leads to the part's page, by the link in its title; Purchase leads to the order. */
export function PartCard({ part, loading }: PartCardProps) {
  return (
    <li className="card part">
      <PartPicture src={part.img} title={part.title} loading={loading} />
      <div className="body">
        <h3>
          <Link to={paths.part(part._id)}>{part.title}</Link>
        </h3>
        <p>{part.desc}</p>
        {isSoldOut(part) && <SoldOutBadge />}
        <PartSpecs available={part.available} minimum={part.minOrderQuantity} />
        <div className="buy">
          <PriceTag price={part.price} />
          <Link
            className={isSoldOut(part) ? 'btn' : 'btn btn-primary'}
            to={paths.purchase(part._id)}
          >
            Purchase<span className="sr-only"> {part.title}</span>
          </Link>
        </div>
      </div>
    </li>
  );
}

export function SoldOutBadge() {
  return (
    <Badge tone="warning" icon={PackageX}>
      Sold out
    </Badge>
  );
}

/** As many outlines as parts are expected. */
export function PartSkeletons({ count }: { count: number }) {
  return (
    <div className="grid-parts" aria-hidden="true">
      {Array.from({ length: count }, (_, position) => (
        <PartSkeleton key={position} />
      ))}
    </div>
  );
}

/** The outline of a part card, of about its size, so that the page does not jump. */
function PartSkeleton() {
  return (
    <div className="card part">
      <div className="plate part-picture">
        <svg className="art" viewBox="0 0 480 360">
          <circle className="missing" cx="240" cy="180" r="120" />
        </svg>
      </div>
      <div className="body">
        <span className="skeleton w-3/5" />
        <span className="skeleton" />
        <span className="skeleton w-4/5" />
        <span className="skeleton mt-auto h-11" />
      </div>
    </div>
  );
}

interface NoPartsProps {
  looking: boolean;
  onLookAgain: () => void;
}

/** The shop is empty. */
export function NoParts({ looking, onLookAgain }: NoPartsProps) {
  return (
    <EmptyState
      level={3}
      title="No parts listed"
      action={
        <Button busy={looking} onClick={onLookAgain}>
          Reload
        </Button>
      }
    >
      New parts are on their way. Check back soon.
    </EmptyState>
  );
}
