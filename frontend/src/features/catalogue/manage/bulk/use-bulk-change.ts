import { useState } from 'react';
import { adminApi } from '../../../../api/admin';
import type {
  ListProductsApiArg,
  PartChangeFields,
  PartChanges,
  PartChangesReport,
} from '../../../../api/generated-types';
import { codeOf, mayBeDone, sentenceFor } from '../../../../api/problem';
import { changeOf, type ChangeForm } from './part-change';

/** The ids of products, or what finds them. */
export type Choice = string[] | ListProductsApiArg;

/** What was looked at, and would be done. */
export interface Looked {
  change: PartChangeFields;
  preview: PartChangesReport;
  /** Where the parts begin that an earlier run did not reach, and what that run did. */
  after?: string;
  before?: PartChangesReport;
}

/** What was done. */
export interface Done {
  change: PartChangeFields;
  report: PartChangesReport;
}

/** What was asked for last; an answer that was lost leaves open whether it was done. */
export type Ended = { problem: string; mayBeDone: boolean } | null;

export type Step =
  { name: 'form' } | { name: 'preview'; looked: Looked } | { name: 'report'; done: Done };

const FORM: Step = { name: 'form' };

const CHANGED =
  'Some of these parts have changed since the preview, so nothing was done. Look at the preview again.';
/** What was asked for twice is carried out once at most: the first time changed what the second one names. */
const NOT_TWICE =
  'The parts have changed since the preview, perhaps because the first try went through. Nothing was done twice. Look at the preview again.';
const ASK_AGAIN =
  'The change may have been made all the same. Check again to find out: nothing is done twice.';

type Refused = PartChangesReport['refused'];

/** What two runs left out: of the first, what the second does not name again. */
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

/** What two runs did, of which the second went on where the first one stopped. */
const together = (first: PartChangesReport, second: PartChangesReport): PartChangesReport => ({
  ...second,
  changes: first.changes + second.changes,
  refused: refusedByBoth(first.refused, second.refused),
});

/** A change of many parts: chosen, looked at, made, and gone on with when it stopped early. */
export function useBulkChange(choice: Choice) {
  const [changeParts] = adminApi.useChangePartsMutation();
  const [step, setStep] = useState<Step>(FORM);
  const [busy, setBusy] = useState(false);
  const [ended, setEnded] = useState<Ended>(null);
  /** Also after another preview has taken the report's place. */
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

  /** @param rest where an earlier run stopped, and what it did */
  const look = async (change: PartChangeFields, rest: Pick<Looked, 'after' | 'before'> = {}) => {
    setEnded(null);
    const { after } = rest;
    const { data: preview, error } = await send({ change, ...(after && { after }), dryRun: true });
    if (preview) go({ name: 'preview', looked: { change, preview, ...rest } });
    else setEnded({ problem: sentenceFor(error), mayBeDone: false });
  };

  /** @returns what there is to say when it was not done; null when the report says everything */
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
      // What was lost before this refusal may have been done still.
      return { problem: sentenceFor(error), mayBeDone: isRepeated };
    }
    return { problem: isRepeated ? NOT_TWICE : CHANGED, mayBeDone: false };
  };

  return {
    step,
    busy,
    ended,
    isAnyDone,
    /** Back from the rest of a run leads to its report: what it has changed is not to be changed twice. */
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
      // A preview that does not hold any more is put away; the one of an answer that was lost is asked for again.
      if (answer?.mayBeDone === false && after === undefined) setStep(FORM);
      if (answer) setEnded(answer);
    },
    goOn: async ({ change, report }: Done) => {
      if (report.rest) setEnded(await apply(change, report.rest, report));
    },
    /** Looks at what an earlier run did not reach. */
    lookAtRest: async ({ change, report }: Done) => {
      await look(change, { after: report.rest?.after, before: report });
    },
    /** Looks again at what is in sight. */
    lookAgain: async ({ change, after, before }: Looked) => {
      await look(change, { after, before });
    },
  };
}
