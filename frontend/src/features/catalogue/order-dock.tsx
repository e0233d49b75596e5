import type { RefObject } from 'react';
import type { Part } from '../../api/generated-types';
import { useInView } from '../../lib/use-in-view';
import { useMediaQuery } from '../../lib/use-media-query';
import { Link } from '../../ui/controls/link';
import { PriceTag } from '../../ui/data/part';

const PHONE = '(max-width: 40em)';
/** The dock itself and the note of a demo cover the rest. */
const UNCOVERED = '0px 0px -140px 0px';

interface OrderDockProps {
  part: Part;
  /** Where the part is ordered; it has the id `order`. */
  order: RefObject<Element | null>;
}

/** On phones what a part costs and the way to its order stay in reach. */
export function OrderDock(props: OrderDockProps) {
  return useMediaQuery(PHONE) && <Dock {...props} />;
}

function Dock({ part, order }: OrderDockProps) {
  if (useInView(order, UNCOVERED)) return null;
  return (
    <div className="dock">
      <PriceTag price={part.price} />
      <Link className="btn btn-primary" to="#order" replace>
        Order
      </Link>
    </div>
  );
}
