import { Button } from '../controls/button';
import { Link } from '../controls/link';
import { EmptyState } from '../messages/empty-state';

interface NoRowsProps {
  list: { fetching: boolean; refetch: () => void };
  /** Shown without filters. */
  none: { title: string; text: string };
  /** Shown if no row matches the filters; false without filters. */
  unmatched: false | { title: string; text: string; all: string; to: string };
}

/** A list without rows: because there are none yet, or none that match its filters. */
export function NoRows({ list, none, unmatched }: NoRowsProps) {
  return unmatched ? (
    <EmptyState
      drawing="nothing-found"
      title={unmatched.title}
      action={
        <Link className="btn" to={unmatched.to}>
          {unmatched.all}
        </Link>
      }
    >
      {unmatched.text}
    </EmptyState>
  ) : (
    <EmptyState
      drawing="empty"
      title={none.title}
      action={
        <Button busy={list.fetching} onClick={list.refetch}>
          Reload
        </Button>
      }
    >
      {none.text}
    </EmptyState>
  );
}
