import { Button } from '../../../../ui/controls/button';
import { Count, Parts } from '../../../../ui/data/exact';
import { Alert } from '../../../../ui/messages/alert';
import { ChangePreview, RefusedList } from './change-preview';
import { TakesLong } from './takes-long';
import type { Ended, Looked } from './use-bulk-change';

interface BulkPreviewProps {
  looked: Looked;
  busy: boolean;
  ended: Ended;
  onBack: () => void;
  onApply: () => void;
  /** Reloads an outdated preview. */
  onLook: () => void;
}

/** Previews the changes, with the button that applies them. */
export function BulkPreview(props: BulkPreviewProps) {
  const { looked, busy, ended, onBack, onApply, onLook } = props;
  const { change, preview } = looked;
  const { changes, unchanged, changedLately = 0 } = preview;
  const isStale = ended !== null && !ended.mayBeDone;
  return (
    <>
      {changes > 0 && <ChangePreview change={change} preview={preview} />}
      {unchanged > 0 && (
        <p className="muted">
          <Parts of={unchanged} /> {unchanged === 1 ? 'needs' : 'need'} no change.
        </p>
      )}
      <RefusedList refused={preview.refused} />
      {changedLately > 0 && (
        <Alert tone="warning">
          <p>
            <Count of={changedLately} /> of these parts changed within the last hour. Make sure that
            this was not the same change.
          </p>
        </Alert>
      )}
      {ended && (
        <Alert tone="danger">
          <p>{ended.problem}</p>
        </Alert>
      )}
      <TakesLong busy={busy} count={changes} />
      <p className="muted">Existing orders keep their prices.</p>
      <div className="actions">
        <button type="button" className="btn" disabled={busy} onClick={onBack}>
          Back
        </button>
        {changes > 0 && (
          <Button look="primary" busy={busy} onClick={isStale ? onLook : onApply}>
            {isStale ? (
              'Preview'
            ) : ended ? (
              'Check again'
            ) : (
              <span>
                Apply to <Parts of={changes} />
              </span>
            )}
          </Button>
        )}
      </div>
    </>
  );
}
