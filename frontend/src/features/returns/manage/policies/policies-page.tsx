import { ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { shopApi } from '../../../../api/index';
import { returnPoliciesRequestMaxItems } from '../../../../api/contract/generated-types';
import type { Brand, Category, ReturnPolicy } from '../../../../api/contract/generated-types';
import { codeOf, sentenceFor } from '../../../../api/contract/problem';
import { wholeListOf } from '../../../../api/paging';
import { useEndedSession } from '../../../../api/session/session-hooks';
import { categoryChoices } from '../../../../lib/category-choices';
import { conditions } from '../../../../lib/part-view.json';
import { returnDays } from '../../../../lib/promises';
import { validation } from '../../../../lib/texts';
import { ListSection } from '../../../../ui/admin/list-section';
import { ConfirmDialog, useDialogFor } from '../../../../ui/controls/confirm-dialog';
import { RowMenu } from '../../../../ui/controls/row-menu';
import { Exact } from '../../../../ui/data/exact';
import { DashboardHeading } from '../../../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../../../ui/lists/data-table';
import { LoadError } from '../../../../ui/messages/load-error';
import { LoadingRows } from '../../../../ui/messages/loading-rows';
import { notify } from '../../../../ui/messages/notify';
import { StaleNotice } from '../../../../ui/messages/stale-notice';
import '../../returns.css';
import { PolicyDialog } from './policy-dialog';
import { BLANK_POLICY, type PolicyForm, policyFormOf, policyKey } from './policy-form';
import { type PoliciesEditor, usePolicies } from './use-policies';

/** The terms for returning parts by category, brand and condition. */
export function PoliciesPage() {
  const { query, editor } = usePolicies();
  const { error, isFetching } = query;
  useEndedSession(error, [401]);
  const retry = () => void query.refetch();

  return (
    <>
      <DashboardHeading title="Return policies" />
      <p className="hint">
        Parts without a policy can be returned for <Exact value={returnDays} /> days. Customers then
        pay for return shipping, unless something is wrong with the part.
      </p>
      {editor && error !== undefined && (
        <StaleNotice onRetry={retry} retrying={isFetching}>
          {sentenceFor(error)}
        </StaleNotice>
      )}
      {editor && <Policies editor={editor} />}
      {!editor && error !== undefined && (
        <LoadError title="The return policies did not load" onRetry={retry} retrying={isFetching}>
          {sentenceFor(error)}
        </LoadError>
      )}
      {!editor && error === undefined && <LoadingRows>Loading return policies</LoadingRows>}
    </>
  );
}

type DialogAction =
  | { kind: 'save'; policy?: ReturnPolicy; start: PolicyForm }
  | { kind: 'delete'; policy: ReturnPolicy };

const most = returnPoliciesRequestMaxItems.policies;

const NO_BRANDS: Brand[] = [];
const NO_CATEGORIES: Category[] = [];

/** The policies and their actions. */
function Policies({ editor }: { editor: PoliciesEditor }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { row: action, open, close } = useDialogFor<DialogAction>(heading);
  const { data: brands = NO_BRANDS } = shopApi.useListBrandsQuery();
  const { data: categories = NO_CATEGORIES } = shopApi.useListCategoriesQuery();
  const { policies } = editor;
  const partsOf = (policy: ReturnPolicy) => partsInWords(policy, categories, brands);

  const moveUp = async (policy: ReturnPolicy, position: number) => {
    const moved = policies.filter((_, other) => other !== position);
    moved.splice(position - 1, 0, policy);
    const outcome = await editor.save(moved);
    if (outcome.saved) notify.success(`${partsOf(policy)} moved up`);
    else notify.error(whyNotChanged(outcome.error, 'moved'));
  };

  const columns: Column<ReturnPolicy>[] = [
    { label: 'Parts', kind: 'lead', cell: (policy) => <b>{partsOf(policy)}</b> },
    { label: 'Days', kind: 'number', cell: ({ terms }) => <Exact value={terms.days} /> },
    {
      label: 'If not needed',
      cell: ({ terms }) => (terms.returnable ? 'returnable' : 'not returnable'),
    },
    {
      label: 'Return shipping',
      cell: ({ terms }) =>
        terms.shippingPaidBy === undefined ? '–' : `paid by the ${terms.shippingPaidBy}`,
    },
    {
      label: 'Restocking fee',
      kind: 'number',
      cell: ({ terms }) =>
        terms.restockingPercent === undefined ? (
          '–'
        ) : (
          <>
            <Exact value={terms.restockingPercent} />%
          </>
        ),
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (policy, position) => (
        <div className="actions">
          <RowMenu name={partsOf(policy)}>
            <button
              type="button"
              onClick={() => {
                open({ kind: 'save', policy, start: policyFormOf(policy) });
              }}
            >
              <Pencil className="icon" />
              Edit
            </button>
            {position > 0 && (
              <button type="button" onClick={() => void moveUp(policy, position)}>
                <ArrowUp className="icon" />
                Move up
              </button>
            )}
            <button
              type="button"
              onClick={() => {
                open({ kind: 'delete', policy });
              }}
            >
              <Trash2 className="icon" />
              Delete
            </button>
          </RowMenu>
        </div>
      ),
    },
  ];

  return (
    <ListSection
      title="Policies"
      list={wholeListOf({ data: policies })}
      noun="return policies"
      add="Add policy"
      full={policies.length >= most ? validation.tooMany('policies', most) : undefined}
      onAdd={() => {
        open({ kind: 'save', start: BLANK_POLICY });
      }}
      empty={{
        title: 'No return policies yet',
        text: 'All parts can be returned on the same terms.',
        add: 'Add the first policy',
      }}
      table={(rows) => (
        <DataTable
          label="Return policies"
          density="dense"
          columns={columns}
          rows={rows}
          keyOf={policyKey}
        />
      )}
      ref={heading}
    >
      <p className="hint returns-policies-note">
        The policy that names most about a part applies. Of two that name equally much, the one of
        the closer category applies, otherwise the first in the list. Placed orders keep their
        terms. Whatever the policy, parts that do not fit, are wrong, damaged or not as described
        can be returned without a fee for at least <Exact value={returnDays} /> days, and customers
        in the EU can withdraw.
      </p>
      {action?.kind === 'save' && (
        <PolicyDialog
          editor={editor}
          categories={categories}
          brands={brands}
          policy={action.policy}
          start={action.start}
          onClose={close}
        />
      )}
      {action?.kind === 'delete' && (
        <DeleteDialog
          editor={editor}
          policy={action.policy}
          parts={partsOf(action.policy)}
          onClose={close}
        />
      )}
    </ListSection>
  );
}

/** The names of what the policy is for: `Brakes › Pads, Bosch, used`. */
function partsInWords(
  { category, brand, condition }: ReturnPolicy,
  categories: readonly Category[],
  brands: readonly Brand[],
): string {
  const categoryName = categoryChoices(categories).find(({ value }) => value === category)?.label;
  const brandName = brands.find(({ _id }) => _id === brand)?.name;
  const names = [
    categoryName ?? category,
    brandName ?? brand,
    condition && conditions[condition].toLowerCase(),
  ];
  const known = names.filter((name) => name !== undefined).join(', ');
  return known.charAt(0).toUpperCase() + known.slice(1);
}

/** The message for a change without a form. */
const whyNotChanged = (error: unknown, change: 'moved' | 'deleted'): string =>
  codeOf(error) === 'changed_meanwhile'
    ? `Someone else has changed the return policies, so nothing was ${change}. You now see the current version. Try again.`
    : sentenceFor(error);

interface DeleteDialogProps {
  editor: PoliciesEditor;
  policy: ReturnPolicy;
  parts: string;
  onClose: (done: boolean) => void;
}

function DeleteDialog({ editor, policy, parts, onClose }: DeleteDialogProps) {
  const confirm = async () => {
    const rest = editor.policies.filter((other) => policyKey(other) !== policyKey(policy));
    const outcome = await editor.save(rest);
    if (outcome.saved) {
      notify.success('Return policy deleted');
      return null;
    }
    return whyNotChanged(outcome.error, 'deleted');
  };
  return (
    <ConfirmDialog
      question="Delete this return policy?"
      confirm={{ label: 'Delete', icon: <Trash2 className="icon" />, look: 'danger' }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <b>{parts}</b> will be returned on other terms. Existing orders stay as they are.
    </ConfirmDialog>
  );
}
