import { PackageX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Part } from '../../api/contract/generated-types';
import { paths } from '../../lib/paths';
import { isSoldOut } from '../../lib/stock';
import { AddToCart } from '../../ui/controls/add-to-cart';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { Badge } from '../../ui/data/badge';
import { BrandAndNumber, PartPicture, PartSpecs, PriceTag } from '../../ui/data/part';
import { EmptyState } from '../../ui/messages/empty-state';

interface PartCardProps {
  part: Part;
  loading: 'eager' | 'lazy';
  /** Whether it fits the current car. */
  fit?: ReactNode;
  /** The list's car, if it is not the visitor's own. */
  vehicle?: string;
  /** Shown below the title. */
  children?: ReactNode;
}

/**
 * The title link covers the whole card and opens the part's page; Purchase opens the order form.
 * Inside `parts-results`, the same markup is laid out as a row.
 */
export function PartCard({ part, loading, fit, vehicle, children }: PartCardProps) {
  return (
    <li className="card part">
      <PartPicture src={part.img} title={part.title} loading={loading} />
      <div className="body">
        <div className="heading">
          <h3>
            <Link to={paths.part(part._id)}>{part.title}</Link>
          </h3>
          <BrandAndNumber brand={part.brand} number={part.number} />
          {fit}
          {children}
          {isSoldOut(part) && <SoldOutBadge />}
        </div>
        <p className="desc">{part.desc}</p>
        <PartSpecs available={part.available} minimum={part.minOrderQuantity} />
        <div className="buy">
          <PriceTag price={part.price} listPrice={part.listPrice} />
          <div className="actions">
            {!isSoldOut(part) && <AddToCart part={part} vehicle={vehicle} named />}
            <Link
              className={isSoldOut(part) ? 'btn' : 'btn btn-primary'}
              to={paths.purchase(part._id)}
            >
              Purchase<span className="sr-only"> {part.title}</span>
            </Link>
          </div>
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

interface PartSkeletonsProps {
  count: number;
  className?: string;
}

/** One placeholder per expected part. */
export function PartSkeletons({ count, className = 'grid-parts' }: PartSkeletonsProps) {
  return (
    <div className={className} aria-hidden="true">
      {Array.from({ length: count }, (_, position) => (
        <PartSkeleton key={position} />
      ))}
    </div>
  );
}

/** Placeholder of about the size of a part card, so that the page does not shift. */
function PartSkeleton() {
  return (
    <div className="card part">
      <div className="plate part-picture">
        <svg className="art" viewBox="0 0 480 360">
          <circle className="missing" cx="240" cy="180" r="120" />
        </svg>
      </div>
      <div className="body">
        <div className="heading">
          <span className="skeleton skeleton-long" />
          <span className="skeleton skeleton-medium" />
        </div>
        <span className="skeleton desc" />
        <span className="skeleton specs" />
        <span className="skeleton buy" />
      </div>
    </div>
  );
}

interface NoPartsProps {
  looking: boolean;
  onLookAgain: () => void;
}

/** Shown when the catalog is empty. */
export function NoParts({ looking, onLookAgain }: NoPartsProps) {
  return (
    <EmptyState
      drawing="empty"
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
