import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { ShippingMethod } from '../../api/contract/generated-types';
import { formatDollars } from '../../lib/format';
import { Button } from '../../ui/controls/button';
import { RowMenu } from '../../ui/controls/row-menu';
import { Money } from '../../ui/data/exact';
import { type Column, DataTable } from '../../ui/lists/data-table';
import { namesOf } from './countries-field';
import { kilograms } from './decimals';
import { prefixesInWords } from './postal-prefixes';

/** The actions on a shipping method. */
export interface MethodActions {
  edit: (method: ShippingMethod) => void;
  /** Undefined when the list is full. */
  copy?: (method: ShippingMethod) => void;
  toggle: (method: ShippingMethod) => void;
  remove: (method: ShippingMethod) => void;
  /** Moves it by one position: -1 is up. */
  move: (method: ShippingMethod, by: -1 | 1) => void;
}

interface MethodsTableProps {
  methods: ShippingMethod[];
  /** The total number, including those not shown. */
  count: number;
  busy: boolean;
  actions: MethodActions;
}

/** The id of the button that takes the focus after a move, because its row has moved. */
export const moveButtonId = (id: string, by: -1 | 1) => `${id}-${by < 0 ? 'up' : 'down'}`;

const NAMED_COUNTRIES = 3;

function countriesOf(method: ShippingMethod): string {
  const { countries, postalPrefixes, exceptPostalPrefixes } = method;
  if (countries.length === 0) return 'Everywhere';
  const except = prefixesInWords(exceptPostalPrefixes);
  return [
    countries.length > NAMED_COUNTRIES ? `${countries.length} countries` : namesOf(countries),
    prefixesInWords(postalPrefixes),
    except && `not ${except}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const daysOf = ({ daysFrom, daysTo }: ShippingMethod) =>
  daysFrom === daysTo ? String(daysTo) : `${daysFrom} to ${daysTo}`;

/** The details shown in columns where there is room for them. */
function detailsOf(method: ShippingMethod): string {
  const { perKilogram, freeFrom, maxGrams, daysTo, takesHazmat } = method;
  return [
    `${formatDollars(perKilogram)} per kg`,
    ...(freeFrom === undefined ? [] : [`free from ${formatDollars(freeFrom)}`]),
    ...(maxGrams === undefined ? [] : [`up to ${kilograms.write(maxGrams)} kg`]),
    `${daysOf(method)} ${daysTo === 1 ? 'day' : 'days'}`,
    ...(takesHazmat ? ['takes dangerous goods'] : []),
  ].join(', ');
}

/** The shipping methods, in the order in which customers see them. */
export function MethodsTable({ methods, count, busy, actions }: MethodsTableProps) {
  const columns: Column<ShippingMethod>[] = [
    {
      label: 'Name and countries',
      kind: 'lead',
      cell: (method) => (
        <>
          <b>{method.name}</b>
          <span className="id">{countriesOf(method)}</span>
          <span className="method-details">{detailsOf(method)}</span>
        </>
      ),
    },
    { label: 'Base', kind: 'number', cell: ({ base }) => <Money dollars={base} /> },
    { label: 'Per kg', kind: 'number', cell: ({ perKilogram }) => <Money dollars={perKilogram} /> },
    {
      label: 'Free from',
      kind: 'number',
      cell: ({ freeFrom }) => (freeFrom === undefined ? 'never' : <Money dollars={freeFrom} />),
    },
    {
      label: 'Up to',
      kind: 'number',
      cell: ({ maxGrams }) =>
        maxGrams === undefined ? 'any weight' : `${kilograms.write(maxGrams)} kg`,
    },
    { label: 'Days', kind: 'number', cell: daysOf },
    { label: 'Dangerous goods', cell: ({ takesHazmat }) => (takesHazmat ? 'yes' : 'no') },
    {
      label: 'Offered',
      cell: ({ active }) => (active ? 'on' : <span className="not-set">off</span>),
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (method, position) => (
        <div className="actions">
          <MoveButton method={method} by={-1} last={position === 0} busy={busy} actions={actions} />
          <MoveButton
            method={method}
            by={1}
            last={position === count - 1}
            busy={busy}
            actions={actions}
          />
          <Menu method={method} busy={busy} actions={actions} />
        </div>
      ),
    },
  ];
  return (
    <div className="methods">
      <DataTable
        label="Shipping methods"
        density="dense"
        columns={columns}
        rows={methods}
        keyOf={({ id }) => id}
      />
    </div>
  );
}

interface MoveButtonProps {
  method: ShippingMethod;
  by: -1 | 1;
  /** The method is the last one. */
  last: boolean;
  busy: boolean;
  actions: MethodActions;
}

function MoveButton({ method, by, last, busy, actions }: MoveButtonProps) {
  const Arrow = by < 0 ? ArrowUp : ArrowDown;
  return (
    <Button
      id={moveButtonId(method.id, by)}
      className="btn-square"
      size="small"
      aria-label={`Move ${method.name} ${by < 0 ? 'up' : 'down'}`}
      icon={<Arrow className="icon" />}
      disabled={last}
      // If disabled while saving, it would lose the focus.
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) actions.move(method, by);
      }}
    />
  );
}

interface MenuProps {
  method: ShippingMethod;
  busy: boolean;
  actions: MethodActions;
}

function Menu({ method, busy, actions }: MenuProps) {
  const { copy } = actions;
  const Eyed = method.active ? EyeOff : Eye;
  return (
    <RowMenu name={method.name}>
      <button
        type="button"
        onClick={() => {
          actions.edit(method);
        }}
      >
        <Pencil className="icon" />
        Edit
      </button>
      {copy && (
        <button
          type="button"
          onClick={() => {
            copy(method);
          }}
        >
          <Copy className="icon" />
          Copy
        </button>
      )}
      <button
        type="button"
        disabled={busy}
        onClick={() => {
          actions.toggle(method);
        }}
      >
        <Eyed className="icon" />
        {method.active ? 'Switch off' : 'Switch on'}
      </button>
      <button
        type="button"
        onClick={() => {
          actions.remove(method);
        }}
      >
        <Trash2 className="icon" />
        Delete
      </button>
    </RowMenu>
  );
}
