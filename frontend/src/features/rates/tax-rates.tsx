import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { ratesRequestMaxItems } from '../../api/contract/generated-types';
import type { TaxRate } from '../../api/contract/generated-types';
import { wholeListOf } from '../../api/paging';
import { countryName } from '../../lib/places/countries';
import { placeName, regionName } from '../../lib/places/regions';
import { validation } from '../../lib/texts';
import { ListSection } from '../../ui/admin/list-section';
import { useDialogFor } from '../../ui/controls/confirm-dialog';
import { RowMenu } from '../../ui/controls/row-menu';
import { type Column, DataTable } from '../../ui/lists/data-table';
import { percent } from './decimals';
import { DeleteDialog } from './delete-dialog';
import { prefixesInWords } from './postal-prefixes';
import { TaxDialog } from './tax-dialog';
import { BLANK_TAX, type TaxForm, taxFormOf, taxKey } from './tax-form';
import { type RatesEditor, taxFields } from './use-rates';

type DialogAction =
  { kind: 'save'; tax?: TaxRate; start: TaxForm } | { kind: 'delete'; tax: TaxRate };

const most = ratesRequestMaxItems.taxRates;

/** The taxes and their actions. */
export function TaxRates({ editor }: { editor: RatesEditor }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { row: action, open, close } = useDialogFor<DialogAction>(heading);
  const { taxRates: taxes } = editor.rates;
  const full = taxes.length >= most;

  const add = () => {
    open({ kind: 'save', start: BLANK_TAX });
  };
  const columns: Column<TaxRate>[] = [
    { label: 'Region and country', kind: 'lead', cell: (tax) => <Place tax={tax} among={taxes} /> },
    {
      label: 'Rate',
      kind: 'number',
      cell: ({ millionths }) => `${percent.write(millionths)}%`,
    },
    { label: 'On shipping', cell: ({ onShipping }) => (onShipping ? 'yes' : 'no') },
    { label: 'On core charge', cell: ({ onCore }) => (onCore ? 'yes' : 'no') },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (tax) => (
        <div className="actions">
          <Menu
            tax={tax}
            onEdit={() => {
              open({ kind: 'save', tax, start: taxFormOf(tax) });
            }}
            onCopy={
              full
                ? undefined
                : () => {
                    // There is one per place, so the copy needs another region.
                    open({ kind: 'save', start: { ...taxFormOf(tax), region: '' } });
                  }
            }
            onDelete={() => {
              open({ kind: 'delete', tax });
            }}
          />
        </div>
      ),
    },
  ];

  return (
    <ListSection
      title="Taxes"
      list={wholeListOf({ data: taxes })}
      noun="taxes"
      add="Add tax"
      full={full ? validation.tooMany('taxes', most) : undefined}
      onAdd={add}
      empty={{
        title: 'No taxes yet',
        text: 'No tax is added to prices.',
        add: 'Add the first tax',
      }}
      table={(rows) => (
        <DataTable label="Taxes" density="dense" columns={columns} rows={rows} keyOf={taxKey} />
      )}
      ref={heading}
    >
      <p className="hint tax-note">
        A region’s tax replaces its country’s, and a postal code’s tax replaces both. Prices do not
        include tax; it is added to each line of an order and rounded to the cent.
      </p>
      {action?.kind === 'save' && (
        <TaxDialog editor={editor} tax={action.tax} start={action.start} onClose={close} />
      )}
      {action?.kind === 'delete' && (
        <DeleteDialog
          editor={editor}
          noun="tax"
          name={placeName(action.tax.country, action.tax.region)}
          without={({ taxRates }) => {
            const rest = taxRates.filter((tax) => taxKey(tax) !== taxKey(action.tax));
            return rest.length < taxRates.length ? { taxRates: rest.map(taxFields) } : null;
          }}
          done="Tax deleted"
          onClose={close}
        >
          {`will no longer be taxed at ${percent.write(action.tax.millionths)}%. Existing orders stay as they are.`}
        </DeleteDialog>
      )}
    </ListSection>
  );
}

interface PlaceProps {
  tax: TaxRate;
  among: readonly TaxRate[];
}

function Place({ tax: { country, region, postalPrefixes }, among }: PlaceProps) {
  const codes = prefixesInWords(postalPrefixes);
  if (codes !== undefined) {
    return (
      <>
        <b>{region === undefined ? countryName(country) : regionName(country, region)}</b>
        <span className="id">{codes}</span>
      </>
    );
  }
  if (region !== undefined) {
    return (
      <>
        <b>{regionName(country, region)}</b>
        <span className="id">{countryName(country)}</span>
      </>
    );
  }
  const hasRegions = among.some(
    (other) =>
      other.country === country &&
      (other.region !== undefined || (other.postalPrefixes ?? []).length > 0),
  );
  return (
    <>
      <b>{countryName(country)}</b>
      <span className="id">{hasRegions ? 'the rest of the country' : 'the whole country'}</span>
    </>
  );
}

interface MenuProps {
  tax: TaxRate;
  onEdit: () => void;
  /** Undefined when the list is full. */
  onCopy?: () => void;
  onDelete: () => void;
}

function Menu({ tax, onEdit, onCopy, onDelete }: MenuProps) {
  return (
    <RowMenu name={placeName(tax.country, tax.region)}>
      <button type="button" onClick={onEdit}>
        <Pencil className="icon" />
        Edit
      </button>
      {onCopy && (
        <button type="button" onClick={onCopy}>
          <Copy className="icon" />
          Copy
        </button>
      )}
      <button type="button" onClick={onDelete}>
        <Trash2 className="icon" />
        Delete
      </button>
    </RowMenu>
  );
}
