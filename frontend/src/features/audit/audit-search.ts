import type { AuditChoice } from '../../api/admin';
import { ACTION_CHOICES } from '../../lib/audit-log';

/** What an admin has chosen to see of the log, as the page's address holds it. */
export interface AuditSearch {
  /** What was done; empty for anything. */
  action: string;
  /** Whole email addresses: of who did it, and of whom it was done to. Empty for anybody. */
  actor: string;
  subject: string;
  /** The first and the last day, as `2026-11-24` in the shop; empty without an end. */
  from: string;
  to: string;
}

const EVERYTHING: AuditSearch = { action: '', actor: '', subject: '', from: '', to: '' };
const NAMES = Object.keys(EVERYTHING) as (keyof AuditSearch)[];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function searchOf(query: URLSearchParams): AuditSearch {
  const text = (name: string) => (query.get(name) ?? '').trim();
  const day = (name: string) => (DAY.test(text(name)) ? text(name) : '');
  return {
    action: ACTION_CHOICES.find(({ action }) => action === text('action'))?.action ?? '',
    actor: text('actor'),
    subject: text('subject'),
    from: day('from'),
    to: day('to'),
  };
}

/** Leaves out what is as usual, so that addresses stay short enough to read. */
export const queryOf = (search: AuditSearch) =>
  new URLSearchParams(
    NAMES.filter((name) => search[name] !== '').map((name) => [name, search[name]]),
  );

export const isNarrowed = (search: AuditSearch) => NAMES.some((name) => search[name] !== '');

/** Whether what is typed can be looked for: half an address is nobody’s. */
export const canBeFound = ({ actor, subject }: AuditSearch) =>
  [actor, subject].every((typed) => typed === '' || EMAIL.test(typed));

/** Which entries are looked for, as the API takes it. */
export const choiceOf = (search: AuditSearch) =>
  Object.fromEntries(queryOf(search).entries()) as AuditChoice;
