import type { Import, ImportFields } from '../../api/contract/generated-types';
import { countThings } from '../../lib/format';
import { Count } from '../../ui/data/exact';
import { Alert } from '../../ui/messages/alert';

const isBraked = ({ brake }: Import) => brake === 'confirm' || brake === 'force';

/** The fields sent to apply a report: its number of removals, if it requires a confirmation. */
export const consentOf = (job: Import): Pick<ImportFields, 'removals' | 'force'> =>
  isBraked(job)
    ? { removals: job.counts.removed, ...(job.brake === 'force' && { force: true }) }
    : {};

/** Whether any row was understood and is about a part of the shop. */
export const isUnderstood = ({ counts: { rows, setAside, foreign } }: Import) =>
  rows - setAside - foreign > 0;

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
        {isUnderstood(job) && brake === 'force' && (
          <>
            <b>This file contradicts itself.</b> Applying it removes {removed}. Look at the problems
            first: the file may be damaged or cut off.
          </>
        )}
        {!isUnderstood(job) && (
          <>
            <b>
              {counts.rows === 0
                ? 'This file has no rows that can be read.'
                : 'Nothing in this file was understood.'}
            </b>{' '}
            Applying it adds nothing and removes {removed}. Fix the problems first, then read the
            file again.
          </>
        )}
        {isUnderstood(job) && brake === 'confirm' && (
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
          {counts.removed === 0 ? (
            'Apply it anyway'
          ) : (
            <>
              {brake === 'force' ? 'Apply it anyway and remove ' : 'Remove '}
              <Count of={counts.removed} />
            </>
          )}
        </span>
      </label>
    </Alert>
  );
}

/** Whether a report has the confirmation that it requires. */
export const mayApply = (job: Import, agreed: boolean) => !isBraked(job) || agreed;
