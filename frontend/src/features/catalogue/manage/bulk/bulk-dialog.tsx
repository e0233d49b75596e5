import { Formik } from 'formik';
import { useState } from 'react';
import type { PartChangesReport } from '../../../../api/contract/generated-types';
import { countParts } from '../../../../lib/format';
import { Modal } from '../../../../ui/controls/modal';
import { Form, SubmitButton } from '../../../../ui/forms/form';
import { Alert } from '../../../../ui/messages/alert';
import { BulkPreview } from './bulk-preview';
import { BulkReport } from './bulk-report';
import { ChangeFields } from './change-fields';
import { BLANK_CHANGE, type ChangeForm, changeProblems } from './part-change';
import { type Choice, type Ended, type Step, useBulkChange } from './use-bulk-change';

interface BulkDialogProps {
  choice: Choice;
  onClose: (done: boolean) => void;
}

/** Bulk edit: choose a change, preview it, apply it, and see the report. */
export function BulkDialog({ choice, onClose }: BulkDialogProps) {
  const change = useBulkChange(choice);
  const { step, busy, ended, isAnyDone } = change;
  /** Restored when the admin goes back. */
  const [form, setForm] = useState<ChangeForm>(BLANK_CHANGE);
  const close = () => {
    onClose(isAnyDone);
  };

  return (
    <Modal title={titleOf(choice, step)} step={step.name} busy={busy} onCancel={close} broad>
      {step.name === 'report' && (
        <BulkReport
          report={step.done.report}
          busy={busy}
          ended={ended}
          onGoOn={() => void change.goOn(step.done)}
          onLook={() => void change.lookAtRest(step.done)}
          onClose={close}
        />
      )}
      {step.name === 'preview' && (
        <BulkPreview
          looked={step.looked}
          busy={busy}
          ended={ended}
          onBack={() => {
            change.back(step.looked);
          }}
          onApply={() => void change.applyPreview(step.looked)}
          onLook={() => void change.lookAgain(step.looked)}
        />
      )}
      {step.name === 'form' && (
        <Formik
          initialValues={form}
          validate={changeProblems}
          onSubmit={async (values) => {
            setForm(values);
            await change.preview(values);
          }}
        >
          <Form label="The change">
            <ChangeFields />
            <Refusal ended={ended} />
            <div className="actions">
              <button type="button" className="btn" disabled={busy} onClick={close}>
                Cancel
              </button>
              <SubmitButton>Preview</SubmitButton>
            </div>
          </Form>
        </Formik>
      )}
    </Modal>
  );
}

function Refusal({ ended }: { ended: Ended }) {
  return (
    ended && (
      <Alert tone="danger">
        <p>{ended.problem}</p>
      </Alert>
    )
  );
}

function titleOf(choice: Choice, step: Step): string {
  if (step.name === 'report') return titleOfReport(step.done.report);
  if (step.name === 'preview') {
    const { changes } = step.looked.preview;
    return changes === 0 ? 'Nothing to change' : `Change ${countParts(changes)}?`;
  }
  return Array.isArray(choice) ? `Change ${countParts(choice.length)}` : 'Change the whole list';
}

const titleOfReport = ({ rest }: PartChangesReport) =>
  rest === undefined ? 'Changed' : 'Partly changed';
