import { useEffect, useRef } from 'react';
import type { Part } from '../../api/generated-types';
import { Button } from '../../ui/button';
import { PartCard } from './part-card';

const ON_FIRST_SCREEN = 3;

interface ShopListProps {
  /** All that was found so far. */
  parts: Part[];
  /** How many of them may be shown. */
  shown: number;
  /** Whether more may be found still. */
  complete: boolean;
  busy: boolean;
  onMore: () => void;
}

export function ShopList({ parts, shown, complete, busy, onMore }: ShopListProps) {
  const list = useRef<HTMLUListElement>(null);
  /** After asking for more the reader goes on at the first of the new parts. */
  const goOnAt = useRef<number | null>(null);
  const count = Math.min(parts.length, shown);

  useEffect(() => {
    if (goOnAt.current === null || count <= goOnAt.current) return;
    list.current?.children[goOnAt.current]?.querySelector('a')?.focus();
    goOnAt.current = null;
  }, [count]);

  return (
    <>
      <ul className="grid-parts" ref={list}>
        {parts.slice(0, shown).map((part, position) => (
          <PartCard
            key={part._id}
            part={part}
            loading={position < ON_FIRST_SCREEN ? 'eager' : 'lazy'}
          />
        ))}
      </ul>
      {(count < parts.length || !complete) && (
        <div className="more">
          <p>{complete ? `${count} of ${parts.length}` : `${count} of ${parts.length} or more`}</p>
          <Button
            busy={busy}
            onClick={() => {
              goOnAt.current = count;
              onMore();
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
