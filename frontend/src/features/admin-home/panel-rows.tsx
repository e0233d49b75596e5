import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button';

interface PanelRowsProps<Row> {
  rows: Row[];
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
  /** Brings more rows; none when all are here, or when the rest is somewhere else. */
  onMore?: () => void;
  /** The rows that were asked for last are on their way. */
  growing: boolean;
  /** The title's id: tells one button from those of the other panels. */
  titleId: string;
}

export function PanelRows<Row>(props: PanelRowsProps<Row>) {
  const { rows, keyOf, children, onMore, growing, titleId } = props;
  const list = useRef<HTMLUListElement>(null);
  /** After asking for more the reader goes on at the first of the new rows. */
  const goOnAt = useRef<number | null>(null);

  useEffect(() => {
    if (goOnAt.current === null || rows.length <= goOnAt.current) return;
    const next = list.current?.children[goOnAt.current];
    if (next instanceof HTMLElement) next.focus();
    goOnAt.current = null;
  }, [rows.length]);

  return (
    <>
      <ul ref={list}>
        {rows.map((row) => (
          <li key={keyOf(row)} tabIndex={-1}>
            {children(row)}
          </li>
        ))}
      </ul>
      {onMore && (
        <Button
          size="small"
          busy={growing}
          aria-describedby={titleId}
          onClick={() => {
            goOnAt.current = rows.length;
            onMore();
          }}
        >
          Show more
        </Button>
      )}
    </>
  );
}
