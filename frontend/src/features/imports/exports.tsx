import { useEffect, useRef, useState } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { fetchExport } from '../../api/admin';
import { sentenceFor } from '../../api/contract/problem';
import { saveBlob } from '../../lib/save-blob';
import { Button } from '../../ui/controls/button';
import { notify } from '../../ui/messages/notify';

const FILES = [
  { kind: 'parts', name: 'Parts', words: 'all parts, with stock and numbers' },
  { kind: 'fitment', name: 'Applications', words: 'which vehicles the parts of all brands fit' },
];

/** Spreadsheets to download: complete exports and templates. */
export function Exports() {
  const [busy, setBusy] = useState<string | null>(null);
  const leaving = useRef<AbortController | null>(null);
  const dispatch = useDispatch();
  const store = useStore();
  useEffect(
    () => () => {
      leaving.current?.abort();
    },
    [],
  );

  const download = async (kind: string, content: 'all' | 'example') => {
    const controller = new AbortController();
    leaving.current = controller;
    setBusy(`${kind} ${content}`);
    const call = fetchExport(kind, content, controller.signal);
    const { data, error } = await call(dispatch, () => store.getState());
    if (controller.signal.aborted) return;
    setBusy(null);
    if (error) notify.error(sentenceFor(error));
    else if (data) saveBlob(data, content === 'all' ? `${kind}.csv` : `${kind}-template.csv`);
  };

  return (
    <section className="imports-side" aria-label="Export">
      <h2>Export</h2>
      <ul>
        {FILES.map(({ kind, name, words }) => (
          <li key={kind}>
            <div>
              <b>{name}</b>
              <small>{words}</small>
            </div>
            <Button
              size="small"
              busy={busy === `${kind} all`}
              aria-label={`Download ${name}`}
              onClick={() => void download(kind, 'all')}
            >
              CSV
            </Button>
            <Button
              size="small"
              busy={busy === `${kind} example`}
              aria-label={`Download a template for ${name}`}
              onClick={() => void download(kind, 'example')}
            >
              Template
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
