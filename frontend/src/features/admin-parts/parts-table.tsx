import { Trash2, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Part } from '../../api/generated-types';
import { formatCount, formatDollars } from '../../lib/money';
import { paths } from '../../lib/paths';
import { isSoldOut } from '../../lib/stock';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DataTable, type Column } from '../../ui/data-table';
import { PartPicture } from '../../ui/part-picture';

interface PartsTableProps {
  parts: Part[];
  onDelete: (part: Part) => void;
}

export function PartsTable({ parts, onDelete }: PartsTableProps) {
  const columns: Column<Part>[] = [
    {
      label: 'Image',
      kind: 'picture',
      cell: ({ img, title }) => <PartPicture src={img} title={title} />,
    },
    {
      label: 'Title',
      kind: 'lead',
      cell: ({ _id, title }) => (
        <Link className="plain-link" to={paths.part(_id)}>
          {title}
        </Link>
      ),
    },
    { label: 'Price', kind: 'number', cell: ({ price }) => <b>{formatDollars(price)}</b> },
    {
      label: 'Available pieces',
      kind: 'number',
      cell: (part) => (
        <span>
          {formatCount(part.available)}{' '}
          {isSoldOut(part) && (
            <Badge tone="warning" icon={TriangleAlert}>
              below minimum order
            </Badge>
          )}
        </span>
      ),
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (part) => (
        <div className="actions">
          <Button
            look="danger-outline"
            size="small"
            icon={<Trash2 className="icon" />}
            onClick={() => {
              onDelete(part);
            }}
          >
            Delete <span className="sr-only">{part.title}</span>
          </Button>
        </div>
      ),
    },
  ];
  return <DataTable label="Products" columns={columns} rows={parts} keyOf={({ _id }) => _id} />;
}
