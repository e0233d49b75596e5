import type { GetNumbersApiArg } from '../../api/contract/generated-types';
import { countThings } from '../../lib/format';
import { shopDay } from '../../lib/shop-time';

export type Step = NonNullable<GetNumbersApiArg['by']>;

/** The days and the step size of the statistics. */
export interface ShownPeriod {
  from: string;
  to: string;
  by: Step;
}

/** A preset period, or custom days. */
export const PRESETS = [
  { preset: '30d', label: '30 days' },
  { preset: '12w', label: '12 weeks' },
  { preset: '12m', label: '12 months' },
  { preset: 'free', label: 'Other dates' },
] as const;

export type Preset = (typeof PRESETS)[number]['preset'];

export const STEPS: { by: Step; label: string }[] = [
  { by: 'day', label: 'Day' },
  { by: 'week', label: 'Week' },
  { by: 'month', label: 'Month' },
];

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Days are calculated in UTC, where each has 24 hours. */
const utc = (day: string) => new Date(`${day}T00:00:00Z`);

const iso = (moment: Date) => moment.toISOString().slice(0, 10);

const daysBefore = (today: Date, days: number) => new Date(today.getTime() - days * DAY_MS);

/** The preset's period ending on a given day. */
export function periodOf(preset: Exclude<Preset, 'free'>, to: string): ShownPeriod {
  const today = utc(to);
  switch (preset) {
    case '30d':
      return { from: iso(daysBefore(today, 29)), to, by: 'day' };
    case '12w': {
      const sinceMonday = (today.getUTCDay() + 6) % 7;
      return { from: iso(daysBefore(today, sinceMonday + 11 * 7)), to, by: 'week' };
    }
    case '12m':
      return {
        from: iso(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11, 1))),
        to,
        by: 'month',
      };
  }
}

/** The period in the URL, with defaults for what is missing. */
export function shownOf(query: URLSearchParams, now: Date): ShownPeriod & { preset: Preset } {
  const today = shopDay(now);
  const preset = PRESETS.find(({ preset }) => preset === query.get('show'))?.preset ?? '30d';
  if (preset !== 'free') return { preset, ...periodOf(preset, today) };
  const usual = periodOf('30d', today);
  const day = (name: 'from' | 'to') => {
    const text = query.get(name) ?? '';
    return DAY.test(text) ? text : usual[name];
  };
  const by = STEPS.find(({ by }) => by === query.get('by'))?.by ?? usual.by;
  return { preset, from: day('from'), to: day('to'), by };
}

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `Nov 24, 2026`, or `Nov 23 – Nov 29`: the days of a step, as the table row's name. */
export function nameOfStep({ from, to }: { from: string; to: string }, by: Step): string {
  if (by === 'month') return month.format(utc(from));
  if (from === to) return long.format(utc(from));
  return `${short.format(utc(from))} – ${long.format(utc(to))}`;
}

/** The same for narrow screens: `Nov 24`, `Nov 2026`. */
export const shortNameOfStep = ({ from }: { from: string }, by: Step): string =>
  by === 'month' ? month.format(utc(from)) : short.format(utc(from));

/** `Nov 1, 2026 – Nov 30, 2026`. */
export const nameOfPeriod = ({ from, to }: { from: string; to: string }): string =>
  from === to ? long.format(utc(from)) : `${long.format(utc(from))} – ${long.format(utc(to))}`;

/** `30 days`, `1 day`. */
export function spanOf({ from, to }: { from: string; to: string }): string {
  const days = (utc(to).getTime() - utc(from).getTime()) / DAY_MS + 1;
  return countThings(days, false, 'day', 'days');
}

/**
 * The change from the previous period, as the start of a sentence: `12% more than`, `the same as`.
 */
export function comparedWith(now: number, before: number): string {
  if (now === before) return 'the same as';
  if (before === 0) return 'up from zero';
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  const shown = percent === 0 ? 'under 1' : String(percent);
  return `${shown}% ${now > before ? 'more' : 'less'} than`;
}
