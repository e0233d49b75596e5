import { Ban, Check, CircleX, Clock, type LucideIcon, PackageCheck, PackageX } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ReturnState } from '../../api/contract/generated-types';
import { Badge } from '../../ui/data/badge';

const LOOKS: Record<ReturnState, [ComponentProps<typeof Badge>['tone'], LucideIcon, string]> = {
  requested: ['info', Clock, 'requested'],
  approved: ['positive', Check, 'approved'],
  declined: ['danger', CircleX, 'declined'],
  received: ['info', PackageCheck, 'received'],
  refunded: ['positive', PackageCheck, 'refunded'],
  closed: ['neutral', PackageX, 'not refunded'],
  canceled: ['neutral', Ban, 'canceled'],
  expired: ['neutral', Clock, 'expired'],
};

/** The state of a return. */
export function ReturnStateBadge({ state }: { state: ReturnState }) {
  const [tone, icon, words] = LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {words}
    </Badge>
  );
}
