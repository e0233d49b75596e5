import { PackageX } from 'lucide-react';
import { Badge } from '../../ui/badge';

export function SoldOutBadge() {
  return (
    <Badge tone="warning" icon={PackageX}>
      Sold out
    </Badge>
  );
}
