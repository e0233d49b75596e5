import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Part } from '../../api/generated';
import { listOf } from '../../api/list-of';
import { pagesApi } from '../../api/pages';
import { useEndedSession } from '../../api/use-ended-session';
import { formatCount } from '../../lib/money';
import { DashHead } from '../../ui/dash-head';
import { ListFrame } from '../../ui/list-frame';
import { DeletePartDialog } from './delete-part-dialog';
import { NoProducts } from './no-products';
import { PartsTable } from './parts-table';

const summary = (count: number) => (count === 1 ? '1 product' : `${formatCount(count)} products`);

export function ManageProductsPage() {
  const pages = pagesApi.useEveryPartInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  useEndedSession(pages.error, [401]);
  const list = listOf(pages);
  const [doomed, setDoomed] = useState<Part | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <>
      <DashHead title="Manage Products" ref={heading}>
        {list.rows && list.rows.length > 0 ? summary(list.rows.length) : ''}
      </DashHead>
      <ListFrame list={list} noun="products" empty={<NoProducts />}>
        {(parts) => <PartsTable parts={parts} onDelete={setDoomed} />}
      </ListFrame>
      {doomed && (
        <DeletePartDialog
          part={doomed}
          onClose={(deleted) => {
            // The dialog gives the focus back to its opener; when that is gone, the heading takes it.
            flushSync(() => {
              setDoomed(null);
            });
            if (deleted) heading.current?.focus();
          }}
        />
      )}
    </>
  );
}
