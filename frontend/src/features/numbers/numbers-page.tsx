import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { adminApi } from '../../api/admin';
import type { Numbers, NumbersOf } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { useReport } from '../../api/report-hooks';
import { useEndedSession } from '../../api/session/session-hooks';
import { formatCount, formatDollars } from '../../lib/format';
import { shopTimeName } from '../../lib/shop-time';
import { CsvButton } from '../../ui/controls/csv-button';
import { DayField } from '../../ui/controls/day-field';
import { Link } from '../../ui/controls/link';
import { Exact } from '../../ui/data/exact';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { LoadError } from '../../ui/messages/load-error';
import { LoadingRows } from '../../ui/messages/loading-rows';
import { notify } from '../../ui/messages/notify';
import { StaleNotice } from '../../ui/messages/stale-notice';
import { BarPlot } from './bar-plot';
import './numbers.css';
import {
  comparedWith,
  nameOfPeriod,
  nameOfStep,
  PRESETS,
  type Preset,
  shortNameOfStep,
  type ShownPeriod,
  shownOf,
  spanOf,
  type Step,
  STEPS,
} from './numbers-period';

type Kind = 'orders' | 'revenue' | 'refunds' | 'newCustomers';

const KINDS: { kind: Kind; title: string; format: (value: number) => string }[] = [
  { kind: 'revenue', title: 'Revenue', format: formatDollars },
  { kind: 'orders', title: 'Orders placed', format: formatCount },
  { kind: 'refunds', title: 'Refunds', format: formatDollars },
  { kind: 'newCustomers', title: 'New customers', format: formatCount },
];

/** Statistics by day, week or month: revenue, orders, refunds and new customers. */
export function NumbersPage() {
  const [query, setQuery] = useSearchParams();
  const shown = shownOf(query, new Date());
  const { from, to, by } = shown;
  const result = adminApi.useGetNumbersQuery({ from, to, by }, { refetchOnMountOrArgChange: true });
  useEndedSession(result.error, [401]);
  const csv = useReport('numbers', { from, to, by }, notify.error);
  const retry = () => void result.refetch();
  // `currentData`, because the previous period's numbers must not show under the new one.
  const { currentData: numbers, error, isFetching } = result;

  return (
    <>
      <DashboardHeading title="Numbers">{`${nameOfPeriod(shown)}, in ${shopTimeName}`}</DashboardHeading>
      <div className="numbers-tools">
        <Presets preset={shown.preset} />
        {shown.preset === 'free' && (
          <Dates
            shown={shown}
            onChoose={(period) => {
              setQuery({ show: 'free', ...period }, { replace: true });
            }}
          />
        )}
        <CsvButton busy={csv.busy} what="these numbers" onClick={csv.download} />
      </div>
      {numbers === undefined ? (
        <Missing error={error} fetching={isFetching} onRetry={retry} />
      ) : (
        <>
          {error !== undefined && (
            <StaleNotice onRetry={retry} retrying={isFetching}>
              {sentenceFor(error)}
            </StaleNotice>
          )}
          <Plots numbers={numbers} by={by} />
        </>
      )}
      <p className="numbers-meaning">
        Days are in {shopTimeName}; weeks start on Monday. Orders count on the day they were placed,
        whatever happened to them later. Revenue is money received from customers, and refunds are
        money paid back to them, each on the day it moved. Chargebacks are not included. A customer
        counts as new on their first order. Each total is compared with the same number of days
        before.
      </p>
    </>
  );
}

function Presets({ preset }: { preset: Preset }) {
  return (
    <nav className="views" aria-label="Period">
      {PRESETS.map((choice) => (
        <Link
          key={choice.preset}
          to={{ search: `show=${choice.preset}` }}
          aria-current={choice.preset === preset || undefined}
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  );
}

interface DatesProps {
  shown: ShownPeriod;
  onChoose: (period: { from: string; to: string; by: Step }) => void;
}

function Dates({ shown: { from, to, by }, onChoose }: DatesProps) {
  const id = useId();
  return (
    <>
      <DayField
        label="From"
        value={from}
        max={to}
        onChange={(day) => {
          onChoose({ from: day, to, by });
        }}
      />
      <DayField
        label="To"
        value={to}
        min={from}
        onChange={(day) => {
          onChoose({ from, to: day, by });
        }}
      />
      <div className="field">
        <label htmlFor={id}>By</label>
        <select
          id={id}
          className="input select"
          value={by}
          onChange={(event) => {
            onChoose({ from, to, by: event.target.value as Step });
          }}
        >
          {STEPS.map((step) => (
            <option key={step.by} value={step.by}>
              {step.label}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

interface MissingProps {
  error: unknown;
  fetching: boolean;
  onRetry: () => void;
}

function Missing({ error, fetching, onRetry }: MissingProps) {
  if (error === undefined || fetching) return <LoadingRows>Loading the numbers</LoadingRows>;
  return (
    <LoadError title="The numbers did not load" onRetry={onRetry} retrying={fetching}>
      {sentenceFor(error)}
    </LoadError>
  );
}

function Plots({ numbers, by }: { numbers: Numbers; by: Step }) {
  return (
    <div className="numbers-plots">
      {KINDS.map(({ kind, title, format }) => (
        <section key={kind} className="numbers-figure" aria-label={title}>
          <div>
            <h2>{title}</h2>
            <p className="numbers-sum">
              <Exact value={format(numbers.sum[kind])} />
            </p>
            <p className="numbers-before">
              {`${comparedWith(numbers.sum[kind], numbers.before[kind])} in the ${spanOf(numbers.before)} before (${format(numbers.before[kind])})`}
            </p>
          </div>
          <BarPlot
            title={title}
            format={format}
            bars={numbers.steps.map((step) => ({
              name: nameOfStep(step, by),
              shortName: shortNameOfStep(step, by),
              value: step[kind],
            }))}
          />
          <details>
            <summary>{`${title} as a table`}</summary>
            <NumberTable title={title} steps={numbers.steps} kind={kind} by={by} format={format} />
          </details>
        </section>
      ))}
    </div>
  );
}

interface NumberTableProps {
  title: string;
  steps: NumbersOf[];
  kind: Kind;
  by: Step;
  format: (value: number) => string;
}

const STEP_NAMES: Record<Step, string> = { day: 'Day', week: 'Week', month: 'Month' };

/** Newest first: recent periods are looked up most. */
function NumberTable({ title, steps, kind, by, format }: NumberTableProps) {
  return (
    <div className="numbers-table">
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{STEP_NAMES[by]}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map((step) => (
            <tr key={step.from}>
              <th scope="row">{nameOfStep(step, by)}</th>
              <td>
                <Exact value={format(step[kind])} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
