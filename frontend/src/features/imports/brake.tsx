import type { Import, ImportFields } from '../../api/generated-types';
import { countThings } from '../../lib/format';
import { Count } from '../../ui/data/exact';
import { Alert } from '../../ui/messages/alert';

const isBraked = ({ brake }: Import) => brake === 'confirm' || brake === 'force';

/** What is sent to apply a report: its number of removals, if it requires a confirmation. */
export const consentOf = (job: Import): Pick<ImportFields, 'removals' | 'force'> =>
  isBraked(job)
    ? { removals: job.counts.removed, ...(job.brake === 'force' && { force: true }) }
    : {};

interface BrakeProps {
  job: Import;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
}

/** Asks to confirm the number of removals, if it is large or the file is doubtful. */
export function BrakeCheck({ job, agreed, onAgree }: BrakeProps) {
  if (!isBraked(job)) return null;
  const { kind, brake, counts } = job;
  const removed = countThings(
    counts.removed,
    false,
    kind === 'parts' ? 'entry' : 'application',
    kind === 'parts' ? 'entries' : 'applications',
  );
  return (
    <Alert tone={brake === 'force' ? 'danger' : 'warning'}>
      <p>
        {brake === 'force' ? (
          <>
            <b>This file contradicts itself, or nothing in it was understood.</b> Applying it
            removes {removed}. Look at the problems first: the file may be damaged or cut off.
          </>
        ) : (
          <>
            <b>Applying this removes {removed},</b> a large share of what the shop has.
          </>
        )}
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={agreed}
          onChange={(event) => {
            onAgree(event.target.checked);
          }}
        />
        <span>
          {brake === 'force' ? 'Apply it anyway and remove ' : 'Remove '}
          <Count of={counts.removed} />
        </span>
      </label>
    </Alert>
  );
}

/** Whether a report has the confirmation that it requires. */
export const mayApply = (job: Import, agreed: boolean) => !isBraked(job) || agreed;
