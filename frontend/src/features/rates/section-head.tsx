import { CirclePlus } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../ui/controls/button';
import type { List } from '../../ui/lists/list-frame';
import { EmptyState } from '../../ui/messages/empty-state';

interface SectionHeadProps {
  title: string;
  add: string;
  /** Why nothing more can be added. */
  full?: string;
  ref: RefObject<HTMLHeadingElement | null>;
  onAdd: () => void;
}

export function SectionHead({ title, add, full, ref, onAdd }: SectionHeadProps) {
  return (
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
  );
}

interface NothingYetProps {
  title: string;
  add: string;
  onAdd: () => void;
  children: string;
}

export function NothingYet({ title, add, onAdd, children }: NothingYetProps) {
  return (
    <EmptyState
      drawing="empty"
      level={3}
      title={title}
      action={
        <Button look="primary" onClick={onAdd}>
          {add}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

const nothing = () => undefined;

/** Loaded rows: the page reports for both lists if they could not be read. */
export const listOf = <Row,>(rows: Row[]): List<Row> => ({
  rows,
  problem: null,
  fetching: false,
  hasMore: false,
  loaded: rows.length,
  refetch: nothing,
  fetchMore: nothing,
});
