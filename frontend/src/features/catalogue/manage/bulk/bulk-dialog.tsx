import { useState } from 'react';
import { adminApi } from '../../../../api/admin';
import type {
  ListProductsApiArg,
  PartChangeFields,
  PartChanges,
  PartChangesReport,
} from '../../../../api/generated-types';
import { codeOf, sentenceFor } from '../../../../api/problem';
import { countThings, formatCount } from '../../../../lib/format';
import { Button } from '../../../../ui/controls/button';
import { Modal } from '../../../../ui/controls/modal';
import { Alert } from '../../../../ui/messages/alert';
import { ChangeFields } from './change-fields';
import { BLANK_CHANGE, changeOf, type ChangeForm } from './part-change';
import { ChangePreview, RefusedList } from './change-preview';

const parts = (count: number) => countThings(count, false, 'part', 'parts');

interface BulkDialogProps {
  /** The ids of the products, or what finds them. */
  choice: string[] | ListProductsApiArg;
  onClose: (done: boolean) => void;
}

/** What was looked at, and would be done. */
interface Looked {
  change: PartChangeFields;
  preview: PartChangesReport;
}

/** Chooses a change, shows what would become of the products, makes it, and tells what became of them. */
export function BulkDialog({ choice, onClose }: BulkDialogProps) {
  const [changeParts] = adminApi.useChangePartsMutation();
  const [form, setForm] = useState<ChangeForm>(BLANK_CHANGE);
  const [looked, setLooked] = useState<Looked | null>(null);
  const [report, setReport] = useState<PartChangesReport | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (more: PartChanges) => {
    setBusy(true);
    setProblem(null);
    const isNamed = Array.isArray(choice);
    const which = isNamed ? { ids: choice } : { all: true };
    const answer = await changeParts({
      ...(isNamed ? {} : choice),
      partChanges: { ...which, ...more },
    });
    setBusy(false);
    return answer;
  };

  const look = async () => {
    const change = changeOf(form);
    if ('problem' in change) {
      setProblem(change.problem);
      return;
    }
    const { data: preview, error } = await send({ change, dryRun: true });
    if (preview) setLooked({ change, preview });
    else setProblem(sentenceFor(error));
  };

  /** @param agreed what was seen; for the rest of a run that has broken off, what is left of it */
  const apply = async (change: PartChangeFields, agreed: PartChanges) => {
    const { data: done, error } = await send({ change, ...agreed });
    if (done) {
      const before = report?.changes ?? 0;
      setReport({ ...done, changes: before + done.changes });
      return;
    }
    setLooked(null);
    setProblem(
      codeOf(error) === 'changed_meanwhile'
        ? 'Some of these products have changed since the preview, so nothing was done. Look at the preview again.'
        : `${sentenceFor(error)} Look at the preview again: it says what has been changed within the last hour.`,
    );
  };

  const close = () => {
    onClose(report !== null);
  };

  return (
    <Modal title={titleOf(choice, looked, report)} busy={busy} onCancel={close} broad>
      {report !== null && looked !== null ? (
        <Report
          report={report}
          busy={busy}
          onGoOn={(rest) => void apply(looked.change, rest)}
          onClose={close}
        />
      ) : looked !== null ? (
        <Preview
          looked={looked}
          busy={busy}
          onBack={() => {
            setLooked(null);
          }}
          onApply={({ changes: count, digest }) => void apply(looked.change, { count, digest })}
        />
      ) : (
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void look();
          }}
        >
          <ChangeFields
            form={form}
            onChange={(change) => {
              setProblem(null);
              setForm({ ...form, ...change });
            }}
          />
          {problem !== null && (
            <Alert tone="danger">
              <p>{problem}</p>
            </Alert>
          )}
          <div className="actions">
            <button type="button" className="btn" disabled={busy} onClick={close}>
              Cancel
            </button>
            <Button type="submit" look="primary" busy={busy}>
              Preview
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

function titleOf(
  choice: BulkDialogProps['choice'],
  looked: Looked | null,
  report: PartChangesReport | null,
): string {
  if (report !== null) return report.rest === undefined ? 'Changed' : 'Changed in part';
  if (looked !== null) return `Change ${parts(looked.preview.changes)}?`;
  return Array.isArray(choice) ? `Change ${parts(choice.length)}` : 'Change all of the list';
}

interface PreviewProps {
  looked: Looked;
  busy: boolean;
  onBack: () => void;
  onApply: (preview: PartChangesReport) => void;
}

function Preview({ looked: { change, preview }, busy, onBack, onApply }: PreviewProps) {
  const { changes, unchanged, changedLately = 0 } = preview;
  return (
    <>
      {changes > 0 && <ChangePreview change={change} preview={preview} />}
      {changes === 0 && <p>Nothing would change.</p>}
      {unchanged > 0 && <p className="muted">{parts(unchanged)} already as wanted.</p>}
      <RefusedList refused={preview.refused} />
      {changedLately > 0 && (
        <Alert tone="warning">
          <p>
            {formatCount(changedLately)} of these parts changed within the last hour. Make sure that
            this was not the same change.
          </p>
        </Alert>
      )}
      <p className="muted">Orders that are placed keep their prices.</p>
      <div className="actions">
        <button type="button" className="btn" disabled={busy} onClick={onBack}>
          Back
        </button>
        {changes > 0 && (
          <Button
            look="primary"
            busy={busy}
            onClick={() => {
              onApply(preview);
            }}
          >
            Apply to {parts(changes)}
          </Button>
        )}
      </div>
    </>
  );
}

interface ReportProps {
  report: PartChangesReport;
  busy: boolean;
  onGoOn: (rest: PartChanges) => void;
  onClose: () => void;
}

function Report({ report: { changes, refused, rest }, busy, onGoOn, onClose }: ReportProps) {
  return (
    <>
      <p role="status">{parts(changes)} changed.</p>
      <RefusedList refused={refused} />
      {rest && (
        <Alert tone="warning">
          <p>It broke off before {parts(rest.count)}. They are as they were.</p>
          <Button
            size="small"
            busy={busy}
            onClick={() => {
              onGoOn(rest);
            }}
          >
            Go on
          </Button>
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
