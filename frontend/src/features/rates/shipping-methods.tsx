import { useEffect, useRef } from 'react';
import { ratesRequestMaxItems } from '../../api/contract/generated-types';
import type { ShippingMethod } from '../../api/contract/generated-types';
import { wholeListOf } from '../../api/paging';
import { validation } from '../../lib/texts';
import { ListSection } from '../../ui/admin/list-section';
import { useDialogFor } from '../../ui/controls/confirm-dialog';
import { notify } from '../../ui/messages/notify';
import { DeleteDialog } from './delete-dialog';
import { MethodDialog } from './method-dialog';
import { BLANK_METHOD, type MethodForm, methodFormOf } from './method-form';
import { type MethodActions, MethodsTable, moveButtonId } from './methods-table';
import { notSaved } from './rates-form';
import { methodFields, type RatesEditor } from './use-rates';

type DialogAction =
  | { kind: 'save'; method?: ShippingMethod; start: MethodForm }
  | { kind: 'delete'; method: ShippingMethod };

const most = ratesRequestMaxItems.shippingMethods;

/** The shipping methods and their actions. */
export function ShippingMethods({ editor }: { editor: RatesEditor }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { row: action, open, close } = useDialogFor<DialogAction>(heading);
  const { shippingMethods: methods } = editor.rates;
  const { change, move } = useQuickActions(editor);
  const full = methods.length >= most;

  const add = () => {
    open({ kind: 'save', start: BLANK_METHOD });
  };
  const actions: MethodActions = {
    edit: (method) => {
      open({ kind: 'save', method, start: methodFormOf(method) });
    },
    copy: full
      ? undefined
      : (method) => {
          const start = { ...methodFormOf(method), name: `Copy of ${method.name}` };
          open({ kind: 'save', start });
        },
    toggle: (method) =>
      void change(
        methods.map((each) => (each.id === method.id ? { ...each, active: !method.active } : each)),
        `${method.name} is switched ${method.active ? 'off' : 'on'}`,
      ),
    remove: (method) => {
      open({ kind: 'delete', method });
    },
    move: (method, by) => void move(method, by),
  };

  return (
    <ListSection
      title="Shipping methods"
      list={wholeListOf({ data: methods })}
      noun="methods"
      add="Add method"
      full={full ? validation.tooMany('methods', most) : undefined}
      onAdd={add}
      empty={{
        title: 'No shipping methods yet',
        text: 'All orders ship free.',
        add: 'Add the first method',
      }}
      table={(rows) => (
        <MethodsTable methods={rows} count={methods.length} busy={editor.busy} actions={actions} />
      )}
      ref={heading}
    >
      {action?.kind === 'save' && (
        <MethodDialog editor={editor} method={action.method} start={action.start} onClose={close} />
      )}
      {action?.kind === 'delete' && (
        <DeleteDialog
          editor={editor}
          noun="shipping method"
          name={action.method.name}
          without={({ shippingMethods }) => {
            const rest = shippingMethods.filter(({ id }) => id !== action.method.id);
            return rest.length < shippingMethods.length
              ? { shippingMethods: rest.map(methodFields) }
              : null;
          }}
          done="Shipping method deleted"
          onClose={close}
        >
          will be deleted. Existing orders stay as they are.
        </DeleteDialog>
      )}
    </ListSection>
  );
}

/** Actions without a confirmation, because they can be undone the same way. */
function useQuickActions({ rates, save }: RatesEditor) {
  const { shippingMethods: methods } = rates;
  const moved = useRef<{ id: string; by: -1 | 1 } | null>(null);

  useEffect(() => {
    if (moved.current === null) return;
    const { id, by } = moved.current;
    moved.current = null;
    const button = document.getElementById(moveButtonId(id, by));
    // At the end of the list only the opposite direction is enabled.
    const enabled = button?.matches(':disabled')
      ? document.getElementById(moveButtonId(id, by < 0 ? 1 : -1))
      : button;
    enabled?.focus();
  }, [methods]);

  const change = async (next: ShippingMethod[], done: string) => {
    const outcome = await save({ shippingMethods: next.map(methodFields) });
    if (outcome.saved) notify.success(done);
    else {
      moved.current = null;
      notify.error(notSaved(outcome.error));
    }
  };

  const move = async (method: ShippingMethod, by: -1 | 1) => {
    const at = methods.findIndex(({ id }) => id === method.id);
    const next = methods.filter(({ id }) => id !== method.id);
    next.splice(at + by, 0, method);
    moved.current = { id: method.id, by };
    await change(next, `${method.name} moved ${by < 0 ? 'up' : 'down'}`);
  };

  return { change, move };
}
