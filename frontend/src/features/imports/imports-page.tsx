import { useRef, useState } from 'react';
import { adminApi } from '../../api/admin';
import type { Import } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { useEndedSession } from '../../api/session/session-hooks';
import { formatDateTime } from '../../lib/date-time';
import { useQueryState } from '../../lib/hooks';
import { Badge } from '../../ui/data/badge';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { Alert } from '../../ui/messages/alert';
import { LoadError } from '../../ui/messages/load-error';
import { LoadingRows } from '../../ui/messages/loading-rows';
import { ChosenFile } from './chosen-file';
import { FileDrop } from './file-drop';
import './imports.css';
import { isAtWork, Job, type JobProps, STATES } from './job';
import type { Tab } from './report';
import { Exports } from './exports';

/** Polling interval for progress, in milliseconds. */
const EVERY = 1000;

/** Size of the list of imports next to it. */
const LISTED = { limit: 20 };

/** Imports: choose, read, review and apply a file. Also exports. */
export function ImportsPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [id, setId] = useQueryState('import');
  const [file, setFile] = useState<File | null>(null);
  const [tab, setTab] = useState<Tab | null>(null);
  const open = (next: string) => {
    setFile(null);
    setId(next);
    heading.current?.focus();
  };
  const openAtFirstTab = (next: string) => {
    setTab(null);
    open(next);
  };
  return (
    <>
      <DashboardHeading title="Imports" ref={heading} />
      <div className="imports-columns">
        <div className="imports-main">
          {file ? (
            <ChosenFile
              file={file}
              onSent={openAtFirstTab}
              onDropped={() => {
                setFile(null);
              }}
            />
          ) : (
            <FileDrop onFile={setFile} />
          )}
          {!file && id !== '' && (
            <CurrentJob key={id} id={id} onOther={open} tab={tab} onTab={setTab} />
          )}
        </div>
        <div className="imports-main">
          <Jobs current={id} onOpen={openAtFirstTab} />
          <Exports />
        </div>
      </div>
    </>
  );
}

function CurrentJob({ id, ...shown }: { id: string } & Omit<JobProps, 'job'>) {
  const known = adminApi.endpoints.getImport.useQueryState({ id });
  const { currentData, error, isFetching, refetch } = adminApi.useGetImportQuery(
    { id },
    {
      pollingInterval: isAtWork(known.currentData?.state) ? EVERY : 0,
      refetchOnMountOrArgChange: true,
    },
  );
  useEndedSession(error, [401]);
  if (currentData) {
    return (
      <>
        {error !== undefined && (
          <Alert tone="warning">
            <p>{sentenceFor(error)}</p>
          </Alert>
        )}
        <Job job={currentData} {...shown} />
      </>
    );
  }
  if (error !== undefined) {
    return (
      <LoadError
        title="The import did not load"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {sentenceFor(error)}
      </LoadError>
    );
  }
  return <LoadingRows>Loading the import</LoadingRows>;
}

interface JobsProps {
  current: string;
  onOpen: (id: string) => void;
}

function Jobs({ current, onOpen }: JobsProps) {
  const known = adminApi.endpoints.listImports.useQueryState(LISTED);
  const { data, error } = adminApi.useListImportsQuery(LISTED, {
    pollingInterval: known.data?.some(({ state }) => isAtWork(state)) === true ? EVERY : 0,
    refetchOnMountOrArgChange: true,
  });
  useEndedSession(error, [401]);
  return (
    <section className="imports-side" aria-label="Jobs">
      <h2>Jobs</h2>
      {data?.length === 0 && <p className="hint">No file has been imported yet.</p>}
      {!data && error !== undefined && <p className="hint">{sentenceFor(error)}</p>}
      <ul>
        {data?.map((job) => (
          <JobRow key={job._id} job={job} isCurrent={job._id === current} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

interface JobRowProps {
  job: Import;
  isCurrent: boolean;
  onOpen: (id: string) => void;
}

function JobRow({ job: { _id: id, file, createdAt, state }, isCurrent, onOpen }: JobRowProps) {
  const { word, tone, icon } = STATES[state];
  return (
    <li>
      <div>
        <button
          type="button"
          className="link"
          aria-current={isCurrent || undefined}
          onClick={() => {
            onOpen(id);
          }}
        >
          {file}
        </button>
        <small>{formatDateTime(createdAt)}</small>
      </div>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
    </li>
  );
}
