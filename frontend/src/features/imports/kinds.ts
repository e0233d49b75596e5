import type { ImportKind } from '../../api/contract/generated-types';

/** The kinds of import files. */
export const KINDS: { value: ImportKind; label: string }[] = [
  { value: 'aces', label: 'ACES 3.0 to 5.0' },
  { value: 'fitment', label: 'Fitment CSV' },
  { value: 'parts', label: 'Parts CSV' },
];

export const nameOf = (kind: ImportKind) =>
  KINDS.find(({ value }) => value === kind)?.label ?? kind;

/** Columns that only parts files have. */
const OF_PARTS = [
  'id',
  'title',
  'description',
  'category',
  'price',
  'stock',
  'pictures',
  'attributes',
];

/** How many bytes of a file are examined. */
const LOOKED_AT = 4096;

const headOf = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(typeof reader.result === 'string' ? reader.result : '');
    };
    reader.onerror = () => {
      resolve('');
    };
    reader.readAsText(file.slice(0, LOOKED_AT), 'latin1');
  });

/** The detected kind of a file, and the evidence. */
export interface Guess {
  kind: ImportKind;
  by: string;
}

/** Detects the kind by the first 4 kB of a file. A ZIP has its file's name there. */
export async function guess(file: File): Promise<Guess> {
  const head = await headOf(file);
  const root = /<(?:[\w.-]+:)?ACES\b[^>]{0,80}>?/.exec(head)?.[0];
  if (root !== undefined) return { kind: 'aces', by: root };
  if (head.startsWith('PK')) {
    const isTable = /\.csv/i.test(head);
    const table = /parts[^/]{0,40}\.csv/i.test(head) ? 'parts' : 'fitment';
    return { kind: isTable ? table : 'aces', by: isTable ? 'a ZIP with a CSV' : 'a ZIP' };
  }
  const first = head.split(/[\r\n]/)[0]?.trim() ?? '';
  if (/^.{0,3}</.test(head)) return { kind: 'aces', by: 'XML' };
  const columns = first
    .split(/[,;\t]/)
    .map((name) => name.replaceAll('"', '').trim().toLowerCase());
  const isOfParts = !columns.includes('make') && columns.some((name) => OF_PARTS.includes(name));
  return { kind: isOfParts ? 'parts' : 'fitment', by: first.slice(0, 80) };
}

const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** `194 MB`. */
export function formatBytes(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[unit] ?? ''}`;
}
