import { Printer } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { Order } from '../../../api/contract/generated-types';
import { adminApi } from '../../../api/admin';
import { sentenceFor } from '../../../api/contract/problem';
import { useEndedSession } from '../../../api/session/session-hooks';
import { keptOf, orderName } from '../../../lib/orders';
import { paths } from '../../../lib/paths';
import { seller, sellerLine } from '../../../lib/seller';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { Count, Exact, Things } from '../../../ui/data/exact';
import { Moment } from '../../../ui/data/moment';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { EmptyState } from '../../../ui/messages/empty-state';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { addressLines } from '../address-lines';
import { carInWords } from '../order-words';
import { canShip } from './order-rules';
import { piecesToFetch, sumInWords, type ToFetch } from './picking';

/** Printable shipping documents: a packing slip per parcel, or one picking list. */
export function ShippingDocumentsPage() {
  const [query] = useSearchParams();
  const isPicking = query.get('print') === 'picking';
  const ids = (query.get('orders') ?? '').split(',').filter(Boolean);
  const {
    currentData: orders,
    error,
    isFetching,
    refetch,
  } = adminApi.useOrdersByIdQuery(ids, { refetchOnMountOrArgChange: true });
  useEndedSession(error, [401]);
  const title = isPicking ? 'Picking list' : 'Packing slips';
  const isEmpty = orders?.length === 0;

  return (
    <>
      <div className="no-print">
        <DashboardHeading title={title}>
          {orders ? <Things of={orders.length} one="order" many="orders" /> : ''}
        </DashboardHeading>
        <div className="actions document-actions">
          <Button
            look="primary"
            icon={<Printer className="icon" />}
            disabled={orders === undefined || isEmpty}
            onClick={() => {
              window.print();
            }}
          >
            Print
          </Button>
          <Link className="btn" to={paths.manageOrders}>
            Manage Orders
          </Link>
        </div>
      </div>
      {orders === undefined && (error === undefined || isFetching) && (
        <Loading>Loading the orders</Loading>
      )}
      {orders === undefined && error !== undefined && !isFetching && (
        <LoadError title="The orders did not load" onRetry={() => void refetch()}>
          {sentenceFor(error)}
        </LoadError>
      )}
      {isEmpty && (
        <EmptyState
          drawing="empty"
          title="Nothing to print"
          action={
            <Link className="btn" to={paths.manageOrders}>
              Choose orders
            </Link>
          }
        >
          No order was chosen.
        </EmptyState>
      )}
      {orders !== undefined &&
        !isEmpty &&
        (isPicking ? (
          <PickingList orders={orders} />
        ) : (
          orders.map((order) => <PackingSlip key={order._id} order={order} />)
        ))}
    </>
  );
}

/** The contents of a parcel, without prices. */
function PackingSlip({ order }: { order: Order }) {
  return (
    <article className="document" aria-label={`Packing slip of ${orderName(order)}`}>
      <p>{sellerLine(seller)}</p>
      <h2>
        Order <Exact value={orderName(order)} />
      </h2>
      <p>
        Ordered <Moment at={order.placedAt} day />
      </p>
      <address>{addressLines(order).join('\n')}</address>
      {order.shippingMethod !== undefined && <p>Ship by {order.shippingMethod}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">Packed</th>
            <th scope="col">Part</th>
            <th scope="col">Pieces</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, position) => (
            <tr key={position}>
              <td>
                <Box />
              </td>
              <td>
                {line.product}
                {line.fit && <span className="car">For {carInWords(line.fit)}</span>}
              </td>
              <td>
                <Count of={keptOf(line)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** The parts to fetch from the shelves for several orders, each part once. Skips shipped orders. */
function PickingList({ orders: chosen }: { orders: Order[] }) {
  const orders = chosen.filter(canShip);
  const leftOut = chosen.length - orders.length;
  const note = leftOut > 0 && (
    <p className="hint no-print">
      <Things of={leftOut} one="order is" many="orders are" /> left out: shipped or refunded
      already.
    </p>
  );
  if (orders.length === 0) return note;
  return (
    <article className="document" aria-label="Picking list">
      {note}
      <h2>
        Picking list for <Things of={orders.length} one="order" many="orders" />
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Fetched</th>
            <th scope="col">Part</th>
            <th scope="col">For</th>
            <th scope="col">Pieces</th>
          </tr>
        </thead>
        <tbody>
          {piecesToFetch(orders).map((fetched) => (
            <tr key={fetched.part}>
              <td>
                <Box />
              </td>
              <td>{fetched.product}</td>
              <td>
                <Orders of={fetched} />
              </td>
              <td>{sumInWords(fetched)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** The orders that need a part, each on its own line if it is for a particular car. */
function Orders({ of: { orders } }: { of: ToFetch }) {
  if (orders.every(({ fit }) => fit === undefined)) {
    return orders.map(({ name }) => name).join(', ');
  }
  return (
    <ul>
      {orders.map(({ name, fit }, position) => (
        <li key={position}>
          {name}
          {fit && <span className="car">For {carInWords(fit)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** A checkbox to tick by hand. */
function Box() {
  return <span className="box" aria-hidden="true" />;
}
