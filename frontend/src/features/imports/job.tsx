import {
  CircleAlert,
  CircleCheck,
  Eye,
  type LucideIcon,
  LoaderCircle,
  OctagonPause,
} from 'lucide-react';
import { useState } from 'react';
import { adminApi } from '../../api/admin';
import type { Import, ImportState } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { formatDateTime } from '../../lib/date-time';
import { countThings } from '../../lib/format';
import { Badge } from '../../ui/data/badge';
import { Button } from '../../ui/controls/button';
import { Count, Things } from '../../ui/data/exact';
import { Alert } from '../../ui/messages/alert';
import { BrakeCheck, consentOf, isUnderstood, mayApply } from './brake';
import { nameOf } from './kinds';
import { Report, type Tab } from './report';
import type { Meanings } from './unknown-codes';

/** How each state is shown. */
export const STATES: Record<
  ImportState,
  { word: string; tone: 'positive' | 'warning' | 'info' | 'neutral'; icon: LucideIcon }
> = {
  reading: { word: 'reading', tone: 'info', icon: LoaderCircle },
  ready: { word: 'report ready', tone: 'warning', icon: Eye },
  applying: { word: 'applying', tone: 'info', icon: LoaderCircle },
  done: { word: 'done', tone: 'positive', icon: CircleCheck },
  failed: { word: 'failed', tone: 'warning', icon: CircleAlert },
  stopped: { word: 'stopped', tone: 'neutral', icon: OctagonPause },
};

export const isAtWork = (state: ImportState | undefined) =>
  state === 'reading' || state === 'applying';

/** An import's current step: 0 reading, 1 comparing, 2 report, 3 applying, 4 done. */
function placeOf({ state, progress, counts, scope }: Import): number {
  if (state === 'done') return 4;
  if (state === 'applying' || counts.applied > 0) return 3;
  if (scope !== undefined) return 2;
  return progress?.step === 'comparing' ? 1 : 0;
}

const is = (place: number, at: number) => {
  if (place < at) return 'done';
  return place === at ? 'todo' : 'later';
};

export interface JobProps {
  job: Import;
  /** Opens another import. */
  onOther: (id: string) => void;
  /** The report's selected tab. */
  tab: Tab | null;
  onTab: (tab: Tab) => void;
}

/** An import: its progress, what it would change, and the available actions. */
export function Job({ job, onOther, tab, onTab }: JobProps) {
  const { file, actor, kind, format, createdAt, state, counts, error } = job;
  const { word, tone, icon } = STATES[state];
  const at = placeOf(job);
  const steps = [
    {
      name: 'Read',
      words: at > 0 ? countThings(counts.rows, false, 'row', 'rows') : 'the whole file',
    },
    { name: 'Compare', words: 'with the shop' },
    { name: 'Report', words: 'review it' },
    { name: 'Apply', words: 'part by part' },
  ];
  const hasReport = job.scope !== undefined;
  // Stored here, so that switching tabs does not lose them.
  const [meanings, setMeanings] = useState<Meanings>({});
  const isMapping = Object.values(meanings).some((value) => value.trim() !== '');
  return (
    <section className="imports-job" aria-label="Import">
      <header>
        <div>
          <h2>{file}</h2>
          <span className="hint">
            {format === '' ? nameOf(kind) : format}, sent {actor !== undefined && `by ${actor}, `}
            {formatDateTime(createdAt)}
          </span>
        </div>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </header>
      <ol className="journey">
        {steps.map(({ name, words }, place) => (
          <li
            key={name}
            data-is={is(place, at)}
            data-on={place < at || undefined}
            aria-current={place === at ? 'step' : undefined}
          >
            <span className="mark" aria-hidden="true" />
            <b>{name}</b>
            <span className="when">{words}</span>
          </li>
        ))}
      </ol>
      {isAtWork(state) && <ProgressOf job={job} />}
      {error !== undefined && (
        <Alert tone="danger">
          <p>{error}</p>
          {counts.applied === 0 && <p>Nothing has been changed.</p>}
        </Alert>
      )}
      {hasReport && <Tally job={job} />}
      {hasReport && (
        <Report
          job={job}
          onOther={onOther}
          chosen={tab}
          onChoose={onTab}
          meanings={meanings}
          onMeanings={setMeanings}
        />
      )}
      <Actions job={job} onOther={onOther} isMapping={isMapping} />
    </section>
  );
}

const DOING: Record<string, string> = {
  reading: 'Reading the file',
  comparing: 'Comparing it with the shop',
  applying: 'Changing parts',
};

function ProgressOf({ job: { state, progress, counts } }: { job: Import }) {
  const applied = state === 'applying';
  const total = applied ? counts.new + counts.changed + counts.gone : (progress?.total ?? 0);
  const done = applied ? counts.applied : (progress?.done ?? 0);
  const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
  const words = DOING[applied ? 'applying' : (progress?.step ?? '')] ?? 'Waiting for its turn';
  return (
    <div>
      <progress max={100} value={total > 0 ? percent : undefined} aria-label={words} />
      <p className="hint">
        {words}
        {total > 0 && `, ${String(percent)}%`}
        {applied && (
          <>
            , <Count of={done} /> of <Count of={total} /> parts. The shop keeps taking orders.
          </>
        )}
        {!applied && '. Nothing has been changed. You can leave this page.'}
      </p>
    </div>
  );
}

function Tally({ job }: { job: Import }) {
  const { kind, counts } = job;
  const marksIncomplete = kind !== 'parts' && counts.changed > 0 && !isUnderstood(job);
  const rows = [
    { name: 'new parts', count: counts.new, tone: 'is-positive' },
    {
      name: marksIncomplete ? 'parts marked as incomplete' : 'changed parts',
      count: counts.changed,
      tone: 'is-info',
    },
    // A parts file removes nothing.
    ...(kind === 'parts'
      ? []
      : [{ name: 'parts lose all applications', count: counts.gone, tone: 'is-warning' }]),
    { name: 'unchanged parts', count: counts.unchanged, tone: '' },
    {
      name: 'rows set aside',
      count: counts.setAside,
      tone: counts.setAside > 0 ? 'is-warning' : '',
    },
    { name: 'rows about other parts', count: counts.foreign, tone: '' },
  ];
  return (
    <dl className="imports-tally">
      {rows.map(({ name, count, tone }) => (
        <div key={name} className={tone || undefined}>
          <dt>{name}</dt>
          <dd>
            <Count of={count} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({
  job,
  onOther,
  isMapping,
}: Pick<JobProps, 'job' | 'onOther'> & { isMapping: boolean }) {
  const { _id: id, state, scope, counts, brake } = job;
  const [change, { isLoading, error }] = adminApi.useChangeImportMutation();
  const [again, repeating] = adminApi.useReadImportAgainMutation();
  const [requested, setRequested] = useState<'applying' | 'stopped' | null>(null);
  // The confirmation applies to the number in this report.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const report = `${id} ${String(counts.removed)}`;
  const agreed = agreedTo === report;
  const changes = counts.new + counts.changed + counts.gone;
  const left = changes - counts.applied;
  // Unsaved code meanings would be lost; that tab has its own button to save and read again.
  const canReadAgain = !isMapping && ['ready', 'failed', 'stopped'].includes(state);
  const canApply =
    scope !== undefined &&
    left > 0 &&
    brake !== 'unknown' &&
    ['ready', 'stopped', 'failed'].includes(state);
  const request = (next: 'applying' | 'stopped') => {
    setRequested(next);
    const consent = next === 'applying' ? consentOf(job) : {};
    void change({ id, importFields: { state: next, ...consent } });
  };
  const readAgain = async () => {
    const { data } = await again({ id });
    if (data) onOther(data._id);
  };
  const failure = error ?? repeating.error;
  return (
    <>
      {failure !== undefined && (
        <Alert tone="danger">
          <p>{sentenceFor(failure)}</p>
        </Alert>
      )}
      {state === 'ready' && changes === 0 && <p>Nothing would change.</p>}
      {state === 'done' && (
        <p className="hint">
          The changes appear in the shop within seconds. Importing the same file again would change
          nothing.
        </p>
      )}
      {canApply && (
        <BrakeCheck
          job={job}
          agreed={agreed}
          onAgree={(agrees) => {
            setAgreedTo(agrees ? report : null);
          }}
        />
      )}
      <div className="actions">
        {canApply && (
          <>
            <p>
              <b>
                {isUnderstood(job) ? 'Applying changes ' : 'Applying adds nothing. It affects '}
                <Things of={left} one="part" many="parts" />.
              </b>{' '}
              The shop keeps taking orders.
            </p>
            <Button
              look="primary"
              busy={isLoading && requested === 'applying'}
              disabled={!mayApply(job, agreed)}
              onClick={() => {
                request('applying');
              }}
            >
              {counts.applied > 0 ? 'Continue' : 'Apply'}
            </Button>
          </>
        )}
        {isAtWork(state) && (
          <Button
            busy={isLoading && requested === 'stopped'}
            onClick={() => {
              request('stopped');
            }}
          >
            Stop
          </Button>
        )}
        {canReadAgain && (
          <Button busy={repeating.isLoading} onClick={() => void readAgain()}>
            Read again
          </Button>
        )}
      </div>
    </>
  );
}
