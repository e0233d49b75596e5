import type { AuditChoice } from '../../api/admin';
import { ACTION_CHOICES } from '../../lib/audit-log';

/** The audit log filters, as stored in the URL. */
export interface AuditSearch {
  /** The action; empty for any. */
  action: string;
  /** Full email addresses of the actor and the subject. Empty for any. */
  actor: string;
  subject: string;
  /** The first and last day, as `2026-11-24` in the shop's time zone; empty for no bound. */
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

/** Omits defaults, to keep URLs short and readable. */
export const queryOf = (search: AuditSearch) =>
  new URLSearchParams(
    NAMES.filter((name) => search[name] !== '').map((name) => [name, search[name]]),
  );

export const isNarrowed = (search: AuditSearch) => NAMES.some((name) => search[name] !== '');

/** Whether the input is complete enough to search for: a partial address matches no one. */
export const canBeFound = ({ actor, subject }: AuditSearch) =>
  [actor, subject].every((typed) => typed === '' || EMAIL.test(typed));

/** The filters as API parameters. */
export const choiceOf = (search: AuditSearch) =>
  Object.fromEntries(queryOf(search).entries()) as AuditChoice;
