import { useState } from 'react';
import { adminApi } from '../../../../api/admin';
import type {
  ListProductsApiArg,
  PartChangeFields,
  PartChanges,
  PartChangesReport,
} from '../../../../api/contract/generated-types';
import { codeOf, mayBeDone, sentenceFor } from '../../../../api/contract/problem';
import { changeOf, type ChangeForm } from './part-change';

/** Product ids, or the filters that find the products. */
export type Choice = string[] | ListProductsApiArg;

/** A preview of the changes. */
export interface Looked {
  change: PartChangeFields;
  preview: PartChangesReport;
  /** The cursor of the first part that an earlier run did not reach, and that run's report. */
  after?: string;
  before?: PartChangesReport;
}

/** The report of an applied change. */
export interface Done {
  change: PartChangeFields;
  report: PartChangesReport;
}

/** The outcome of the last request; if the response was lost, it may have been applied. */
export type Ended = { problem: string; mayBeDone: boolean } | null;

export type Step =
  { name: 'form' } | { name: 'preview'; looked: Looked } | { name: 'report'; done: Done };

const FORM: Step = { name: 'form' };

const CHANGED =
  'Some of these parts have changed since the preview, so nothing was done. Preview the change again.';
/**
 * A repeated request is applied at most once: the first run changes the values that the second one
 * expects.
 */
const NOT_TWICE =
  'The parts have changed since the preview, perhaps because the first attempt worked. Nothing was done twice. Preview the change again.';
const ASK_AGAIN =
  'The change may have been made anyway. Check again to find out. Nothing will be done twice.';

type Refused = PartChangesReport['refused'];

/**
 * The parts refused in two runs: all of the second, and those of the first that the second does not
 * name again.
 */
export function refusedByBoth(first: Refused, second: Refused): Refused {
  const again = new Set(second.flatMap(({ parts }) => parts.map(({ _id }) => _id)));
  const merged = new Map(second.map((each) => [each.reason, each]));
  for (const { reason, count, parts } of first) {
    const kept = parts.filter(({ _id }) => !again.has(_id));
    const left = count - (parts.length - kept.length);
    const later = merged.get(reason);
    if (left > 0) {
      merged.set(reason, {
        reason,
        count: left + (later?.count ?? 0),
        parts: [...kept, ...(later?.parts ?? [])],
      });
    }
  }
  return [...merged.values()];
}

/** Combines the reports of two runs; the second continued where the first stopped. */
const together = (first: PartChangesReport, second: PartChangesReport): PartChangesReport => ({
  ...second,
  changes: first.changes + second.changes,
  refused: refusedByBoth(first.refused, second.refused),
});

/** A bulk change: choose, preview, apply, and continue if it stopped early. */
export function useBulkChange(choice: Choice) {
  const [changeParts] = adminApi.useChangePartsMutation();
  const [step, setStep] = useState<Step>(FORM);
  const [busy, setBusy] = useState(false);
  const [ended, setEnded] = useState<Ended>(null);
  /** Stays true after another preview has replaced the report. */
  const [isAnyDone, setAnyDone] = useState(false);

  const go = (next: Step) => {
    setEnded(null);
    setStep(next);
  };

  const send = async (more: PartChanges) => {
    setBusy(true);
    const isNamed = Array.isArray(choice);
    const which = isNamed ? { ids: choice } : { all: true };
    const answer = await changeParts({
      ...(isNamed ? {} : choice),
      partChanges: { ...which, ...more },
    });
    setBusy(false);
    return answer;
  };

  /** @param rest where an earlier run stopped, and its report */
  const look = async (change: PartChangeFields, rest: Pick<Looked, 'after' | 'before'> = {}) => {
    setEnded(null);
    const { after } = rest;
    const { data: preview, error } = await send({ change, ...(after && { after }), dryRun: true });
    if (preview) go({ name: 'preview', looked: { change, preview, ...rest } });
    else setEnded({ problem: sentenceFor(error), mayBeDone: false });
  };

  /** @returns the message if it failed; null if the report is sufficient */
  const apply = async (
    change: PartChangeFields,
    agreed: PartChanges,
    before: PartChangesReport | undefined,
  ): Promise<Ended> => {
    const isRepeated = ended?.mayBeDone === true;
    const { data: report, error } = await send({ change, ...agreed });
    if (report) {
      setAnyDone(true);
      const all = before ? together(before, report) : report;
      go({ name: 'report', done: { change, report: all } });
      return null;
    }
    if (mayBeDone(error)) return { problem: sentenceFor(error, ASK_AGAIN), mayBeDone: true };
    if (codeOf(error) !== 'changed_meanwhile') {
      // An earlier request whose response was lost may still have been applied.
      return { problem: sentenceFor(error), mayBeDone: isRepeated };
    }
    return { problem: isRepeated ? NOT_TWICE : CHANGED, mayBeDone: false };
  };

  return {
    step,
    busy,
    ended,
    isAnyDone,
    /** Going back from a resumed run leads to its report: its changes must not be applied twice. */
    back: ({ change, before }: Looked) => {
      go(before ? { name: 'report', done: { change, report: before } } : FORM);
    },
    preview: async (form: ChangeForm) => {
      const change = changeOf(form);
      if (!('problem' in change)) await look(change);
    },
    applyPreview: async ({ change, preview, after, before }: Looked) => {
      const { changes: count, digest } = preview;
      const answer = await apply(change, { ...(after && { after }), count, digest }, before);
      // An outdated preview is discarded; after a lost response it is reloaded.
      if (answer?.mayBeDone === false && after === undefined) setStep(FORM);
      if (answer) setEnded(answer);
    },
    goOn: async ({ change, report }: Done) => {
      if (report.rest) setEnded(await apply(change, report.rest, report));
    },
    /** Previews the parts that an earlier run did not reach. */
    lookAtRest: async ({ change, report }: Done) => {
      await look(change, { after: report.rest?.after, before: report });
    },
    /** Reloads the current preview. */
    lookAgain: async ({ change, after, before }: Looked) => {
      await look(change, { after, before });
    },
  };
}
