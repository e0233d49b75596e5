import { PencilLine } from 'lucide-react';
import { SelectionBar } from '../../../../ui/admin/selection-bar';
import { Button } from '../../../../ui/controls/button';
import { Count } from '../../../../ui/data/exact';
import { MAX_TICKED, type Ticks } from './use-ticked';

interface BulkBarProps {
  ticks: Ticks;
  /** The ids of the products on the page. */
  onPage: string[];
  /** How many products the list has, if known. */
  total: number | undefined;
  onChange: () => void;
}

/** The actions for the selected products. */
export function BulkBar({ ticks, onPage, total, onChange }: BulkBarProps) {
  const { ticked, all } = ticks;
  if (ticked.size === 0 && !all) return null;
  const hasMore = total === undefined || total > onPage.length;
  const elsewhere = [...ticked].filter((id) => !onPage.includes(id)).length;
  return (
    <SelectionBar
      label="Selected products"
      summary={
        all ? (
          'Whole list selected'
        ) : (
          <>
            <Count of={ticked.size} /> selected
            {elsewhere > 0 && (
              <>
                , <Count of={elsewhere} /> not on this page
              </>
            )}
            {ticked.size === MAX_TICKED && '. No more can be selected.'}
          </>
        )
      }
      more={
        !all &&
        hasMore &&
        ticked.size >= onPage.length && (
          <button type="button" className="link-button" onClick={ticks.tickAll}>
            {total === undefined ? (
              'Select the whole list'
            ) : (
              <>
                Select all <Count of={total} />
              </>
            )}
          </button>
        )
      }
      onClear={ticks.clear}
    >
      <Button size="small" look="primary" icon={<PencilLine className="icon" />} onClick={onChange}>
        Change…
      </Button>
    </SelectionBar>
  );
}
