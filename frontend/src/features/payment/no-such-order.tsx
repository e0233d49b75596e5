import { paths } from '../../lib/paths';
import { NotFound } from '../../ui/not-found';

export function NoSuchOrder() {
  return (
    <NotFound
      title="There is no such order"
      way={{ to: paths.dashboard, label: 'Back to the orders' }}
    >
      It may have been deleted, or it belongs to another account.
    </NotFound>
  );
}
