import { useRef } from 'react';
import type { Part } from '../../api/generated-types';
import { listOf } from '../../api/list-of';
import { pagesApi } from '../../api/pages';
import { useEndedSession } from '../../api/use-ended-session';
import { countThings } from '../../lib/counts';
import { DashHead } from '../../ui/dash-head';
import { ListFrame } from '../../ui/list-frame';
import { useDialogFor } from '../../ui/use-dialog-for';
import { DeletePartDialog } from './delete-part-dialog';
import { NoProducts } from './no-products';
import { PartsTable } from './parts-table';

function summary(parts: Part[], more: boolean): string {
  if (parts.length === 0) return '';
  return countThings(parts.length, more, 'product', 'products');
}

export function ManageProductsPage() {
  const pages = pagesApi.useEveryPartInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  useEndedSession(pages.error, [401]);
  const list = listOf(pages);
  const heading = useRef<HTMLHeadingElement>(null);
  const doomed = useDialogFor<Part>(heading);

  return (
    <>
      <DashHead title="Manage Products" ref={heading}>
        {list.rows ? summary(list.rows, list.hasMore) : ''}
      </DashHead>
      <ListFrame list={list} noun="products" empty={<NoProducts />}>
        {(parts) => <PartsTable parts={parts} onDelete={doomed.open} />}
      </ListFrame>
      {doomed.row && <DeletePartDialog part={doomed.row} onClose={doomed.close} />}
    </>
  );
}
