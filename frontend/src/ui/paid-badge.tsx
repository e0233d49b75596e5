import { Check, CircleDashed } from 'lucide-react';
import { Badge } from './badge';

export function PaidBadge({ paid }: { paid: boolean }) {
  return paid ? (
    <Badge tone="positive" icon={Check}>
      paid
    </Badge>
  ) : (
    <Badge tone="warning" icon={CircleDashed}>
      unpaid
    </Badge>
  );
}
