import { paths } from '../lib/paths';
import { NotFound } from './not-found';

/** The part of this address does not exist, or not any more. */
export function UnknownPart() {
  return (
    <NotFound title="There is no such part" way={{ to: paths.shop, label: 'Look at all parts' }}>
      It is no longer sold, or the address has a typo. Parts you have ordered stay in your orders.
    </NotFound>
  );
}
