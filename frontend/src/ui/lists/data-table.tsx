import type { ReactNode } from 'react';

export interface Column<Row> {
  label: string;
  /**
   * pick contains a checkbox; index, picture and lead are at the top of a phone card, actions at
   * its end; number aligns right.
   */
  kind?: 'pick' | 'index' | 'lead' | 'person' | 'number' | 'actions' | 'picture';
  /** The heading is for screen readers only. */
  quiet?: boolean;
  /** Shown in the head in place of the label. */
  head?: ReactNode;
  cell: (row: Row, position: number) => ReactNode;
}

interface DataTableProps<Row> {
  /** A description of the table for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** `dense` has single-line rows; `compact` stays a table on phones, too. */
  density?: 'dense' | 'compact';
  /** The key of the row that is open next to the table. */
  opened?: string;
}

const CLASSES = {
  pick: 'pick',
  index: 'index',
  lead: 'lead',
  person: 'person',
  number: 'number',
  actions: 'actions-cell',
  picture: 'picture',
};

/**
 * A table that becomes a stack of cards on phones. The roles are explicit because browsers drop the
 * semantics of a table whose `display` changes.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  density,
  opened,
}: DataTableProps<Row>) {
  const classOf = ({ kind }: Column<Row>) => (kind ? CLASSES[kind] : undefined);
  return (
    <table
      className={['data-table', density].filter(Boolean).join(' ')}
      role="table"
      aria-label={label}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.label} role="columnheader" scope="col" className={classOf(column)}>
              {column.head ??
                (column.quiet ? <span className="sr-only">{column.label}</span> : column.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, position) => (
          <tr key={keyOf(row)} role="row" data-opened={keyOf(row) === opened || undefined}>
            {columns.map((column) => (
              <td
                key={column.label}
                role="cell"
                className={classOf(column)}
                data-label={column.label}
              >
                {column.cell(row, position)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
