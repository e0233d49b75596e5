import { type KeyboardEvent, useRef, useState } from 'react';
import { adminApi } from '../../api/admin';
import type { Import, ImportChange, ImportFinding } from '../../api/generated-types';
import { listOf } from '../../api/paging';
import { formatCount } from '../../lib/format';
import { type Column, DataTable } from '../../ui/lists/data-table';
import { ListFrame } from '../../ui/lists/list-frame';
import { UnknownCodes } from './unknown-codes';

const TABS = [
  { key: 'changes', label: 'Changes' },
  { key: 'problems', label: 'Problems' },
  { key: 'lint', label: 'Lint' },
] as const;

type Tab = (typeof TABS)[number]['key'];

interface ReportProps {
  job: Import;
  onOther: (id: string) => void;
}

/** What an import would change, what of the file is not taken in, and what in it looks like a slip. */
export function Report({ job, onOther }: ReportProps) {
  const { counts } = job;
  const badge = {
    changes: counts.new + counts.changed + counts.gone,
    problems: counts.setAside + counts.foreign,
    lint: undefined,
  } satisfies Record<Tab, number | undefined>;
  // A file of which nothing is taken in is all about why.
  const isProblem = badge.changes === 0 && badge.problems > 0;
  const [tab, setTab] = useState<Tab>(isProblem ? 'problems' : 'changes');
  const list = useRef<HTMLDivElement>(null);

  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const place = TABS.findIndex(({ key }) => key === tab) + by;
    const next = TABS[(place + TABS.length) % TABS.length];
    if (!next) return;
    setTab(next.key);
    list.current?.querySelector<HTMLElement>(`#tab-${next.key}`)?.focus();
  };

  return (
    <div>
      <div className="tabs" role="tablist" aria-label="Report" ref={list}>
        {TABS.map(({ key, label }) => (
          <button
            key={key}
            id={`tab-${key}`}
            type="button"
            role="tab"
            aria-selected={tab === key}
            aria-controls="report"
            tabIndex={tab === key ? 0 : -1}
            onKeyDown={step}
            onClick={() => {
              setTab(key);
            }}
          >
            {label} {badge[key] !== undefined && <b>{formatCount(badge[key])}</b>}
          </button>
        ))}
      </div>
      <div id="report" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'changes' && <Changes job={job} count={badge.changes} />}
        {tab === 'problems' && <Problems job={job} onOther={onOther} />}
        {tab === 'lint' && (
          <>
            <p className="hint">
              What the file says is taken as it is. Look at these lines before you apply it.
            </p>
            <Findings id={job._id} kind="lint" noun="slips" />
          </>
        )}
      </div>
    </div>
  );
}

const CHANGE_COLUMNS: Column<ImportChange>[] = [
  { label: 'What', kind: 'lead', cell: ({ change }) => change },
  {
    label: 'Part',
    cell: ({ change, number, title, brand, line }) => (
      <>
        <b>
          {[number, title].filter((text) => text !== undefined).join(' ') ||
            (change === 'new' ? 'A part to be added' : 'A part that is gone')}
        </b>
        <small>
          {[brand, line > 0 ? `line ${formatCount(line)}` : 'no line']
            .filter((text) => text !== undefined)
            .join(', ')}
        </small>
      </>
    ),
  },
];

const APPLICATIONS: Column<ImportChange> = {
  label: 'Applications',
  cell: ({ added, removed }) =>
    [added > 0 && `+${formatCount(added)}`, removed > 0 && `−${formatCount(removed)}`]
      .filter(Boolean)
      .join(' ') || 'what was set aside',
};

const COLUMNS_OF_FILE: Column<ImportChange> = {
  label: 'Columns',
  kind: 'number',
  cell: ({ added }) => formatCount(added),
};

function Changes({ job, count }: { job: Import; count: number }) {
  const pages = adminApi.useImportChangesInfiniteQuery(job._id);
  const last = job.kind === 'parts' ? COLUMNS_OF_FILE : APPLICATIONS;
  return (
    <ListFrame
      list={listOf(pages)}
      noun="changes"
      first="first"
      empty={
        <p className="hint">{count === 0 ? 'There are none.' : 'They are not kept any more.'}</p>
      }
    >
      {(rows) => (
        <DataTable
          label="Changes"
          density="dense"
          columns={[...CHANGE_COLUMNS, last]}
          rows={rows}
          keyOf={({ place }) => place}
        />
      )}
    </ListFrame>
  );
}

function Problems({ job, onOther }: ReportProps) {
  return (
    <>
      {job.kind !== 'parts' && <UnknownCodes job={job} onOther={onOther} />}
      <h3>Rows that are not taken in</h3>
      <Findings id={job._id} kind="problem" noun="problems" />
    </>
  );
}

const FINDING_COLUMNS: Column<ImportFinding>[] = [
  { label: 'What', kind: 'lead', cell: ({ words }) => words },
  { label: 'Line', kind: 'number', cell: ({ line }) => (line > 0 ? formatCount(line) : '') },
  { label: 'Rows', kind: 'number', cell: ({ rows }) => (rows > 0 ? formatCount(rows) : '') },
];

interface FindingsProps {
  id: string;
  kind: 'problem' | 'lint';
  noun: string;
}

function Findings({ id, kind, noun }: FindingsProps) {
  const pages = adminApi.useImportFindingsInfiniteQuery({ id, kind });
  return (
    <ListFrame
      list={listOf(pages)}
      noun={noun}
      first="first"
      empty={<p className="hint">There are none.</p>}
    >
      {(rows) => (
        <DataTable
          label={kind === 'lint' ? 'Lint' : 'Problems'}
          density="dense"
          columns={FINDING_COLUMNS}
          rows={rows}
          keyOf={({ place }) => place}
        />
      )}
    </ListFrame>
  );
}
