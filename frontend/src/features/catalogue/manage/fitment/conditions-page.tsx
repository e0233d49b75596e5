import { useRef, useState } from 'react';
import { adminApi } from '../../../../api/admin';
import type { About, ConditionEntry } from '../../../../api/contract/generated-types';
import { sentenceFor } from '../../../../api/contract/problem';
import { useAdminList } from '../../../../api/session/use-admin-list';
import { useQueryState } from '../../../../lib/hooks';
import { Count, Things } from '../../../../ui/data/exact';
import { DashboardHeading } from '../../../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../../../ui/lists/data-table';
import { ListFrame } from '../../../../ui/lists/list-frame';
import { Alert } from '../../../../ui/messages/alert';
import { notify } from '../../../../ui/messages/notify';

const KINDS: { value: About; label: string }[] = [
  { value: 'vehicle', label: 'The vehicle' },
  { value: 'part', label: 'The part' },
  { value: 'unclassified', label: 'Unclassified' },
];

const kindOf = (word: string): About | undefined =>
  KINDS.find(({ value }) => value === word)?.value;

/** Sets the subject of suppliers' condition texts, once for all parts that have them. */
export function ConditionsPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [word, setWord] = useQueryState('about');
  const about = kindOf(word);
  const list = useAdminList(
    adminApi.useEveryConditionInfiniteQuery(about, { refetchOnMountOrArgChange: true }),
  );
  return (
    <>
      <DashboardHeading title="Conditions" ref={heading}>
        {list.rows ? (
          <Things of={list.rows.length} more={list.hasMore} one="condition" many="conditions" />
        ) : (
          ''
        )}
      </DashboardHeading>
      <p className="hint">
        A part fits only if the conditions about the vehicle are met. Conditions about the part are
        shown for information. Until a condition is classified, the fit is not known.
      </p>
      <div className="list-tools">
        <label htmlFor="about">Show</label>
        <select
          id="about"
          className="input select"
          value={about ?? ''}
          onChange={(event) => {
            setWord(event.target.value);
          }}
        >
          <option value="">All</option>
          {KINDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <ListFrame
        key={word}
        list={list}
        noun="conditions"
        first="first"
        empty={
          about === undefined ? (
            <p className="hint">No conditions yet. They are imported with fitment data.</p>
          ) : (
            <p className="hint">No conditions of this kind.</p>
          )
        }
      >
        {(rows) => (
          <DataTable label="Conditions" columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />
        )}
      </ListFrame>
    </>
  );
}

const COLUMNS: Column<ConditionEntry>[] = [
  { label: 'Condition', kind: 'lead', cell: ({ words }) => words },
  { label: 'Parts', kind: 'number', cell: ({ parts }) => <Count of={parts} /> },
  { label: 'About', cell: (condition) => <AboutChoice condition={condition} /> },
];

/** Saves as soon as another option is chosen. */
function AboutChoice({ condition: { _id: id, words, about } }: { condition: ConditionEntry }) {
  const [classify, { isLoading }] = adminApi.useClassifyConditionMutation();
  const [chosen, setChosen] = useState(about);
  const [known, setKnown] = useState(about);
  const [problem, setProblem] = useState<string | null>(null);
  if (known !== about) {
    // Another admin may have made a different choice.
    setKnown(about);
    setChosen(about);
  }

  const save = async (next: About) => {
    setProblem(null);
    setChosen(next);
    const { error } = await classify({ id, conditionEdit: { about: next } });
    if (error === undefined) {
      notify.success('Saved');
      return;
    }
    setChosen(about);
    setProblem(sentenceFor(error));
  };

  return (
    <>
      <select
        className="input select"
        aria-label={`What “${words}” is about`}
        value={chosen}
        aria-disabled={isLoading || undefined}
        onChange={(event) => {
          const next = kindOf(event.target.value);
          if (next !== undefined && !isLoading) void save(next);
        }}
      >
        {KINDS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {problem !== null && (
        <Alert tone="danger">
          <p>{problem}</p>
        </Alert>
      )}
    </>
  );
}
