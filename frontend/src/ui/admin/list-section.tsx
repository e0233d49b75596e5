import { CirclePlus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../controls/button';
import { ListFrame, type List } from '../lists/list-frame';
import { EmptyState } from '../messages/empty-state';

interface ListSectionProps<Row> {
  title: string;
  list: List<Row>;
  /** The plural of the items: "brands". */
  noun: string;
  /** The label of the button that adds an item. */
  add: string;
  /** Why nothing more can be added. */
  full?: string;
  onAdd: () => void;
  /** Shown when there are no rows, with another button that adds one. */
  empty: { title: string; text: string; add: string };
  table: (rows: Row[]) => ReactNode;
  /** What follows the list: notes and dialogs. */
  children: ReactNode;
  /** The heading, which receives the focus when the row that had it is gone. */
  ref: Ref<HTMLHeadingElement>;
}

/** A section of a screen with a list whose items are added and changed in dialogs. */
export function ListSection<Row>(props: ListSectionProps<Row>) {
  const { title, list, noun, add, full, onAdd, empty, table, children, ref } = props;
  return (
    <section className="dash-section" aria-label={title}>
      <div className="dash-head">
        <h2 ref={ref} tabIndex={-1}>
          {title}
        </h2>
        {full === undefined ? (
          <Button size="small" icon={<CirclePlus className="icon" />} onClick={onAdd}>
            {add}
          </Button>
        ) : (
          <p>{full}</p>
        )}
      </div>
      <ListFrame
        list={list}
        noun={noun}
        empty={
          <EmptyState
            drawing="empty"
            level={3}
            title={empty.title}
            action={
              <Button look="primary" onClick={onAdd}>
                {empty.add}
              </Button>
            }
          >
            {empty.text}
          </EmptyState>
        }
      >
        {table}
      </ListFrame>
      {children}
    </section>
  );
}
