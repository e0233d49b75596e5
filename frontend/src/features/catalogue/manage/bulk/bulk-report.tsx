import type { PartChangesReport } from '../../../../api/contract/generated-types';
import { Button } from '../../../../ui/controls/button';
import { Parts } from '../../../../ui/data/exact';
import { Alert } from '../../../../ui/messages/alert';
import { RefusedList } from './change-preview';
import { TakesLong } from './takes-long';
import type { Ended } from './use-bulk-change';

interface BulkReportProps {
  report: PartChangesReport;
  busy: boolean;
  ended: Ended;
  onGoOn: () => void;
  /** Previews the remaining parts again, because the approved preview is outdated. */
  onLook: () => void;
  onClose: () => void;
}

/** What was changed, and how to continue if it stopped early. */
export function BulkReport(props: BulkReportProps) {
  const { report, busy, ended, onGoOn, onLook, onClose } = props;
  const { changes, refused, rest } = report;
  const isStale = ended !== null && !ended.mayBeDone;
  return (
    <>
      <p role="status">
        <Parts of={changes} /> changed.
      </p>
      <RefusedList refused={refused} />
      {rest && (
        <Alert tone="warning">
          <p>
            The change stopped early. <Parts of={rest.count} /> {rest.count === 1 ? 'was' : 'were'}{' '}
            not changed.
          </p>
          {ended && <p role="alert">{ended.problem}</p>}
          <TakesLong busy={busy} count={rest.count} />
          <div className="actions">
            <Button size="small" busy={busy} onClick={onGoOn}>
              {ended?.mayBeDone === true ? 'Check again' : 'Continue'}
            </Button>
            {isStale && (
              <Button size="small" disabled={busy} onClick={onLook}>
                Preview the rest
              </Button>
            )}
          </div>
        </Alert>
      )}
      <div className="actions">
        <Button look="primary" disabled={busy} onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}
