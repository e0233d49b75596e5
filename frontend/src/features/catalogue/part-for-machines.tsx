import type { Part } from '../../api/generated';
import { partAsLinkedData } from './linked-data';

/** The part in schema.org's words, for search engines. */
export function PartForMachines({ part }: { part: Part }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: partAsLinkedData(part, window.location.origin) }}
    />
  );
}
