import type { AuditChoice } from '../../api/admin';
import { ACTION_CHOICES } from '../../lib/audit-log';
import { dayIn, queryFrom, textIn } from '../../lib/filters-in-url';

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
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function searchOf(query: URLSearchParams): AuditSearch {
  const typed = textIn(query, 'action');
  return {
    action: ACTION_CHOICES.find(({ action }) => action === typed)?.action ?? '',
    actor: textIn(query, 'actor'),
    subject: textIn(query, 'subject'),
    from: dayIn(query, 'from'),
    to: dayIn(query, 'to'),
  };
}

export const queryOf = (search: AuditSearch) => queryFrom({ ...search });

export const isNarrowed = (search: AuditSearch) => NAMES.some((name) => search[name] !== '');

/** Whether the input is complete enough to search for: a partial address matches no one. */
export const canBeFound = ({ actor, subject }: AuditSearch) =>
  [actor, subject].every((typed) => typed === '' || EMAIL.test(typed));

/** The filters as API parameters. */
export const choiceOf = (search: AuditSearch) =>
  Object.fromEntries(queryOf(search).entries()) as AuditChoice;
