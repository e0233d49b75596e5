import { useState } from 'react';
import { adminApi } from '../../api/admin';
import type { Import, ImportFinding, LookupKind } from '../../api/generated-types';
import { listOf } from '../../api/paging';
import { sentenceFor } from '../../api/problem';
import { formatCount } from '../../lib/format';
import { Button } from '../../ui/controls/button';
import { type Column, DataTable } from '../../ui/lists/data-table';
import { ListFrame } from '../../ui/lists/list-frame';
import { Alert } from '../../ui/messages/alert';

/** What kinds of codes are called, and an example of what they stand for. */
const MEANINGS: Record<LookupKind, { name: string; example: string }> = {
  base_vehicle: { name: 'Vehicle', example: '2018/honda/civic' },
  engine: { name: 'Engine', example: '2.0l-l4-gas' },
  make: { name: 'Make', example: 'honda' },
  model: { name: 'Model', example: 'honda/civic' },
  position: { name: 'Position', example: 'Front' },
  condition: { name: 'Condition', example: 'Sport' },
  part_type: { name: 'Category', example: 'brake-pads' },
  brand: { name: 'Brand', example: 'ironclad' },
};

/** The codes of files are all said to be of ACES: no other kind of file has any. */
const SCHEME = 'aces';

/** Lookups that are saved at once. */
const AT_ONCE = 100;

interface Code {
  kind: LookupKind;
  code: string;
}

const codeOf = ({ words }: ImportFinding): Code => {
  const [kind = '', ...code] = words.split(' ');
  return { kind: kind as LookupKind, code: code.join(' ') };
};

interface UnknownCodesProps {
  job: Import;
  onOther: (id: string) => void;
}

/** Codes of the file that stand for nothing yet: what they mean is said here, and the file read again. */
export function UnknownCodes({ job: { _id: id, state }, onOther }: UnknownCodesProps) {
  const pages = adminApi.useImportFindingsInfiniteQuery({ id, kind: 'unknown_code' });
  const [meanings, setMeanings] = useState<Record<string, string>>({});
  const [save, saving] = adminApi.useSaveLookupsMutation();
  const [again, repeating] = adminApi.useReadImportAgainMutation();
  const list = listOf(pages);
  const said = (list.rows ?? [])
    .map((finding) => ({ ...codeOf(finding), value: meanings[finding.place]?.trim() ?? '' }))
    .filter(({ value }) => value !== '');

  const saveAndRead = async () => {
    for (let from = 0; from < said.length; from += AT_ONCE) {
      const lookups = said
        .slice(from, from + AT_ONCE)
        .map(({ kind, code, value }) => ({ scheme: SCHEME, kind, code, value }));
      const { error } = await save({ lookupsRequest: { lookups } });
      if (error !== undefined) return;
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
              {formatCount(finding.rows)} {finding.rows === 1 ? 'row' : 'rows'}, first in line{' '}
              {formatCount(finding.line)}
            </small>
          </label>
        );
      },
    },
    {
      label: 'Is in the shop',
      cell: (finding) => (
        <input
          id={`code-${finding.place}`}
          className="input"
          placeholder={MEANINGS[codeOf(finding).kind].example}
          value={meanings[finding.place] ?? ''}
          onChange={(event) => {
            setMeanings({ ...meanings, [finding.place]: event.target.value });
          }}
        />
      ),
    },
  ];
  const failure = saving.error ?? repeating.error;
  const canRead = state !== 'reading' && state !== 'applying';

  return (
    <>
      <h3>Codes that stand for nothing yet</h3>
      <p className="hint">
        Rows with a code that the shop does not know are set aside, never guessed. Their parts say
        “Fit not known” until the code is mapped.
      </p>
      <ListFrame
        list={list}
        noun="codes"
        first="first"
        empty={<p className="hint">All codes are known.</p>}
      >
        {(rows) => (
          <DataTable
            label="Codes that are not known"
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
      {said.length > 0 && canRead && (
        <div className="actions">
          <Button
            look="primary"
            busy={saving.isLoading || repeating.isLoading}
            onClick={() => void saveAndRead()}
          >
            {`Save ${formatCount(said.length)} and read again`}
          </Button>
        </div>
      )}
    </>
  );
}
