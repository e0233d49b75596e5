import { skipToken } from '@reduxjs/toolkit/query';
import { shopApi } from '../../api/index';
import type { Order, Return } from '../../api/contract/generated-types';
import { paths } from '../../lib/paths';
import { AddToCart } from '../../ui/controls/add-to-cart';
import { Link } from '../../ui/controls/link';
import { BrandAndNumber, PriceTag } from '../../ui/data/part';

/** Maximum number of parts to offer. */
const OFFERED = 3;
/** The states in which the shop has agreed that the part comes back. */
const AGREED: Return['state'][] = ['approved', 'received', 'refunded', 'closed'];

/**
 * Replacements for a part that did not fit: of the same category, for the car it was ordered for.
 * Empty unless the shop takes the part back and the order names a car.
 */
export function RightPart({ of: { reason, state, lines }, order }: { of: Return; order: Order }) {
  const ordered = lines
    .map(({ line }) => order.lines[line - 1])
    .find((line) => line?.fit !== undefined);
  if (reason !== 'does_not_fit' || !AGREED.includes(state) || !ordered?.fit) return null;
  return (
    <Offer
      instead={ordered.part}
      returned={lines.map(({ part }) => part)}
      vehicle={ordered.fit.vehicle}
      vehicleName={ordered.fit.name}
    />
  );
}

interface OfferProps {
  /** The id of the part to replace. */
  instead: string;
  /** The ids of all parts of the return. */
  returned: string[];
  vehicle: string;
  vehicleName: string;
}

function Offer({ instead, returned, vehicle, vehicleName }: OfferProps) {
  const { currentData: { category } = {} } = shopApi.useGetPartQuery({ id: instead });
  const { currentData: found } = shopApi.useSearchPartsQuery(
    category === undefined
      ? skipToken
      : { category, vehicle, inStock: true, limit: OFFERED + returned.length },
  );
  const others = found?.parts.filter(({ _id }) => !returned.includes(_id)).slice(0, OFFERED) ?? [];
  if (others.length === 0) return null;
  const title = `Similar parts for your ${vehicleName}`;
  return (
    <div className="returns-offer">
      <h4>{title}</h4>
      <ul aria-label={title}>
        {others.map((part) => (
          <li key={part._id}>
            <span>
              <Link className="text-link" to={paths.part(part._id)}>
                {part.title}
              </Link>
              <BrandAndNumber brand={part.brand} number={part.number} />
            </span>
            <PriceTag price={part.price} listPrice={part.listPrice} />
            <AddToCart part={part} vehicle={vehicle} className="btn btn-sm" named />
          </li>
        ))}
      </ul>
    </div>
  );
}
