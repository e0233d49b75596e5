import { Link } from 'react-router-dom';
import type { Part } from '../../api/generated';
import { paths } from '../../lib/paths';
import { PartPicture } from '../../ui/part-picture';
import { PartSpecs } from '../../ui/part-specs';
import { PriceTag } from '../../ui/price-tag';

interface PartCardProps {
  part: Part;
  loading: 'eager' | 'lazy';
}

export function PartCard({ part, loading }: PartCardProps) {
  return (
    <li className="card part">
      <PartPicture src={part.img} title={part.title} loading={loading} />
      <div className="body">
        <h3>{part.title}</h3>
        <p>{part.desc}</p>
        <PartSpecs available={part.available} minimum={part.minOrderQuantity} />
        <div className="buy">
          <PriceTag price={part.price} />
          <Link className="btn btn-primary" to={paths.purchase(part._id)}>
            Purchase<span className="sr-only"> {part.title}</span>
          </Link>
        </div>
      </div>
    </li>
  );
}
