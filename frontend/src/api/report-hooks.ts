import { useEffect, useRef, useState } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { saveBlob } from '../lib/save-blob';
import { shopDay } from '../lib/shop-time';
import { fetchReport } from './admin';
import { sentenceFor } from './contract/problem';

/**
 * Saves the data of a page as a file: all rows, not only those loaded.
 * @param params the page's filters, as API parameters
 * @param onProblem called with an error message if the download fails
 * @param extension of the file's name
 */
export function useReport(
  kind: 'fit-warnings' | 'orders' | 'numbers',
  params: Record<string, string | undefined>,
  onProblem: (words: string) => void,
  extension = 'csv',
) {
  const [busy, setBusy] = useState(false);
  const controllerRef = useRef<AbortController | null>(null);
  const dispatch = useDispatch();
  const store = useStore();
  useEffect(
    () => () => {
      controllerRef.current?.abort();
    },
    [],
  );

  const download = async () => {
    const controller = new AbortController();
    controllerRef.current = controller;
    setBusy(true);
    const call = fetchReport(kind, params, controller.signal);
    const { data, error } = await call(dispatch, () => store.getState());
    if (controller.signal.aborted) return;
    setBusy(false);
    if (error) onProblem(sentenceFor(error));
    else if (data) saveBlob(data, `${kind}-${shopDay(new Date())}.${extension}`);
  };
  return { busy, download: () => void download() };
}
