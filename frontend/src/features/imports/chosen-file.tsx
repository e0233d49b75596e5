import { useEffect, useRef, useState } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { adminApi, sendImport } from '../../api/admin';
import type { ImportKind } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { Button } from '../../ui/controls/button';
import { Alert } from '../../ui/messages/alert';
import { formatBytes, type Guess, guess, KINDS } from './kinds';

interface ChosenFileProps {
  file: File;
  onSent: (id: string) => void;
  onDropped: () => void;
}

/** A chosen file and its detected kind, which can be changed before it is sent. */
export function ChosenFile({ file, onSent, onDropped }: ChosenFileProps) {
  const [guessed, setGuessed] = useState<Guess | null>(null);
  const [kind, setKind] = useState<ImportKind>('fitment');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const sending = useRef<AbortController | null>(null);
  const dispatch = useDispatch();
  const store = useStore();

  useEffect(() => {
    let isCurrent = true;
    void guess(file).then((found) => {
      if (!isCurrent) return;
      setGuessed(found);
      setKind(found.kind);
    });
    return () => {
      isCurrent = false;
      sending.current?.abort();
    };
  }, [file]);

  const send = async () => {
    const controller = new AbortController();
    sending.current = controller;
    setProblem(null);
    setSending(true);
    const call = sendImport(file, kind, controller.signal);
    const { data, error } = await call(dispatch, () => store.getState());
    if (controller.signal.aborted) return;
    setSending(false);
    if (data === undefined) {
      setProblem(error ? sentenceFor(error) : null);
      return;
    }
    dispatch(adminApi.util.invalidateTags(['Import']));
    onSent(data._id);
  };

  return (
    <section className="imports-job" aria-label="Chosen file">
      <header>
        <h2>{file.name}</h2>
        <span className="hint">{formatBytes(file.size)}</span>
      </header>
      <div className="actions">
        <label htmlFor="import-kind">Kind</label>
        <select
          id="import-kind"
          className="input select"
          value={kind}
          onChange={(event) => {
            const next = KINDS.find(({ value }) => value === event.target.value);
            if (next && !isSending) setKind(next.value);
          }}
        >
          {KINDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {guessed && (
          <span className="hint">
            guessed from <code>{guessed.by}</code>
          </span>
        )}
      </div>
      {problem !== null && (
        <Alert tone="danger">
          <p>{problem}</p>
        </Alert>
      )}
      {isSending && (
        <p className="hint" role="status">
          Sending the file. Please keep this page open.
        </p>
      )}
      <div className="actions">
        <Button look="primary" busy={isSending} onClick={() => void send()}>
          Read the file
        </Button>
        <Button onClick={onDropped}>{isSending ? 'Stop' : 'Choose another'}</Button>
      </div>
    </section>
  );
}
