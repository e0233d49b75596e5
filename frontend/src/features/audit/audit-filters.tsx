import { useId } from 'react';
import { ACTION_CHOICES } from '../../lib/audit-log';
import { DayRange } from '../../ui/controls/day-field';
import { SearchField } from '../../ui/controls/search-field';
import type { AuditSearch } from './audit-search';

interface AuditFiltersProps {
  search: AuditSearch;
  onChoose: (change: Partial<AuditSearch>) => void;
}

/** Audit log filters: action, actor, subject and dates. */
export function AuditFilters({ search, onChoose }: AuditFiltersProps) {
  const id = useId();
  return (
    <div className="list-tools order-tools audit-tools">
      <div className="field">
        <label htmlFor={id}>Action</label>
        <select
          id={id}
          className="input select"
          value={search.action}
          onChange={(event) => {
            onChoose({ action: event.target.value });
          }}
        >
          <option value="">Everything</option>
          {ACTION_CHOICES.map(({ action, words }) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <SearchField
        label="Done by"
        example="Full email"
        words={search.actor}
        onSearch={(actor) => {
          onChoose({ actor });
        }}
      />
      <SearchField
        label="Done to"
        example="Full email"
        words={search.subject}
        onSearch={(subject) => {
          onChoose({ subject });
        }}
      />
      <DayRange from={search.from} to={search.to} onChange={onChoose} />
    </div>
  );
}
