import { Link } from 'react-router-dom';
import type { Part } from '../../api/generated-types';
import { paths } from '../../lib/paths';
import { isSoldOut } from '../../lib/stock';
import { PartPicture } from '../../ui/part-picture';
import { PartSpecs } from '../../ui/part-specs';
import { PriceTag } from '../../ui/price-tag';
import { SoldOutBadge } from './sold-out-badge';

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
