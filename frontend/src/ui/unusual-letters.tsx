import { TriangleAlert } from 'lucide-react';
import { Badge } from './badge';

/** Whether a text has letters that another alphabet may have lent: they can read like ours. */
const hasUnusualLetters = (text: string) => /[^ -~]/.test(text);

/** Marks an address that may read like another one. Admins decide by addresses, so they are told. */
export function UnusualLetters({ address }: { address: string }) {
  if (!hasUnusualLetters(address)) return null;
  return (
    <Badge tone="warning" icon={TriangleAlert}>
      Contains unusual letters
    </Badge>
  );
}
