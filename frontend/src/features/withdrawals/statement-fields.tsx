import { Exact } from '../../ui/data/exact';
import { statementOf, type StatementValues } from './statement-rules';

/** The customer's statement, field by field. */
export function StatementFields({ values }: { values: StatementValues }) {
  const { orderNumber, email, name, parts } = statementOf(values);
  return (
    <dl className="withdrawals-statement">
      <div>
        <dt>Order number</dt>
        <dd>
          <Exact value={orderNumber} />
        </dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
      {name !== undefined && (
        <div>
          <dt>Name</dt>
          <dd>{name}</dd>
        </div>
      )}
      <div>
        <dt>Parts</dt>
        <dd>{parts ?? 'The whole order'}</dd>
      </div>
    </dl>
  );
}
