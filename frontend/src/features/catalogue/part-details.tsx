import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Part } from '../../api/generated-types';
import { paths } from '../../lib/paths';
import { isSoldOut } from '../../lib/stock';
import { selectSession } from '../../lib/session/session-slice';
import { PartPicture } from '../../ui/part-picture';
import { PartSpecs } from '../../ui/part-specs';
import { PriceTag } from '../../ui/price-tag';
import { Breadcrumbs } from './breadcrumbs';
import { SoldOutBadge } from './sold-out-badge';

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
              <p>You sign in first, and come straight back to order.</p>
            )}
          </div>
          <p className="desc">{part.desc}</p>
        </div>
      </div>
    </article>
  );
}
