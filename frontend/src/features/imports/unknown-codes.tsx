import { useState } from 'react';
import { adminApi } from '../../api/admin';
import type { Import, ImportFinding, LookupKind } from '../../api/contract/generated-types';
import { fieldSentences } from '../../api/contract/field-sentences';
import { listOf } from '../../api/paging';
import { sentenceFor } from '../../api/contract/problem';
import { Button } from '../../ui/controls/button';
import { Count } from '../../ui/data/exact';
import { type Column, DataTable } from '../../ui/lists/data-table';
import { ListFrame } from '../../ui/lists/list-frame';
import { Alert } from '../../ui/messages/alert';
import { isUnderstood } from './brake';
import { CodeMeaning, MEANINGS } from './code-meaning';

/** Only ACES files contain codes. */
const SCHEME = 'aces';

const LABELS = { 'lookups[].value': 'This' };

/** Mappings saved per call. */
const BATCH = 100;

interface Code {
  kind: LookupKind;
  code: string;
}

const codeOf = ({ words }: ImportFinding): Code => {
  const [kind = '', ...code] = words.split(' ');
  return { kind: kind as LookupKind, code: code.join(' ') };
};

/** Unsaved code meanings, by the codes' positions in the report. */
export type Meanings = Readonly<Record<string, string>>;

export interface UnknownCodesProps {
  job: Import;
  onOther: (id: string) => void;
  meanings: Meanings;
  onMeanings: (meanings: Meanings) => void;
}

/** Unmapped codes of the file: enter their meanings here, then read the file again. */
export function UnknownCodes({ job, onOther, meanings, onMeanings }: UnknownCodesProps) {
  const { _id: id, state } = job;
  const pages = adminApi.useImportFindingsInfiniteQuery({ id, kind: 'unknown_code' });
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [save, saving] = adminApi.useSaveLookupsMutation();
  const [again, repeating] = adminApi.useReadImportAgainMutation();
  const list = listOf(pages);
  const entered = (list.rows ?? [])
    .map((finding) => ({
      ...codeOf(finding),
      place: finding.place,
      value: meanings[finding.place]?.trim() ?? '',
    }))
    .filter(({ value }) => value !== '');

  const saveAndRead = async () => {
    setRefused({});
    for (let from = 0; from < entered.length; from += BATCH) {
      const some = entered.slice(from, from + BATCH);
      const lookups = some.map(({ kind, code, value }) => ({ scheme: SCHEME, kind, code, value }));
      const { error } = await save({ lookupsRequest: { lookups } });
      if (error !== undefined) {
        const sentences = fieldSentences(error, LABELS);
        const ofPlace = some.map(({ place }, at) => {
          return [place, sentences[`lookups[${at}].value`] ?? ''] as const;
        });
        setRefused(Object.fromEntries(ofPlace));
        return;
      }
    }
    const { data } = await again({ id });
    if (data) onOther(data._id);
  };

  const columns: Column<ImportFinding>[] = [
    {
      label: 'Code in the file',
      kind: 'lead',
      cell: (finding) => {
        const { kind, code } = codeOf(finding);
        return (
          <label htmlFor={`code-${finding.place}`}>
            <b>
              {MEANINGS[kind].name} {code}
            </b>{' '}
            <small>
              <Count of={finding.rows} /> {finding.rows === 1 ? 'row' : 'rows'}, first in line{' '}
              <Count of={finding.line} />
            </small>
          </label>
        );
      },
    },
    {
      label: 'Meaning in the shop',
      cell: (finding) => (
        <CodeMeaning
          id={`code-${finding.place}`}
          kind={codeOf(finding).kind}
          value={meanings[finding.place] ?? ''}
          error={refused[finding.place] ?? ''}
          onChange={(value) => {
            onMeanings({ ...meanings, [finding.place]: value });
            setRefused({ ...refused, [finding.place]: '' });
          }}
        />
      ),
    },
  ];
  const isRefused = Object.values(refused).some((words) => words !== '');
  const failure = (isRefused ? undefined : saving.error) ?? repeating.error;
  const canRead = state !== 'reading' && state !== 'applying';

  return (
    <>
      <h3>Codes not mapped yet</h3>
      <p className="hint">
        Rows with a code that the shop does not know are set aside, never guessed. Their parts show
        “Fit not known” until the code is mapped.
      </p>
      <ListFrame
        list={list}
        noun="codes"
        first="first"
        empty={
          <p className="hint">
            {isUnderstood(job)
              ? 'All codes are known.'
              : 'There are no unknown codes. The problems are listed below.'}
          </p>
        }
      >
        {(rows) => (
          <DataTable
            label="Unknown codes"
            columns={columns}
            rows={rows}
            keyOf={({ place }) => place}
          />
        )}
      </ListFrame>
      {failure !== undefined && (
        <Alert tone="danger">
          <p>{sentenceFor(failure)}</p>
        </Alert>
      )}
      {entered.length > 0 && canRead && (
        <div className="actions">
          <Button
            look="primary"
            busy={saving.isLoading || repeating.isLoading}
            onClick={() => void saveAndRead()}
          >
            <span>
              Save <Count of={entered.length} /> and read again
            </span>
          </Button>
        </div>
      )}
    </>
  );
}
