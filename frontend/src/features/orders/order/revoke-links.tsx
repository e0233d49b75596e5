import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { shopApi } from '../../../api/index';
import { sentenceFor } from '../../../api/contract/problem';
import { paths } from '../../../lib/paths';
import { isLinked, orderClosed } from '../../../lib/session/order-links';
import { Button } from '../../../ui/controls/button';
import { ConfirmDialog } from '../../../ui/controls/confirm-dialog';
import { notify } from '../../../ui/messages/notify';

/** Permanently revokes the links that were emailed about a guest's order. */
export function RevokeLinks({ order }: { order: string }) {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const [revoke] = shopApi.useRevokeOrderLinksMutation();
  const byLink = isLinked(order);

  const confirm = async () => {
    const { data, error } = await revoke({ id: order });
    return data === undefined ? sentenceFor(error) : null;
  };

  const close = (done: boolean) => {
    setAsks(false);
    if (!done) return;
    notify.success('The links in the emails no longer work');
    if (!byLink) return;
    orderClosed(order);
    void navigate(paths.myOrder, { replace: true });
  };

  return (
    <>
      <Button
        icon={<Link2Off className="icon" />}
        onClick={() => {
          setAsks(true);
        }}
      >
        Revoke emailed links
      </Button>
      {asks && (
        <ConfirmDialog
          question="Revoke the links in the emails about this order?"
          confirm={{ label: 'Revoke', look: 'danger' }}
          onConfirm={confirm}
          onClose={close}
        >
          They stop working, and later emails about this order will have none.{' '}
          {byLink
            ? 'You will no longer see the order here.'
            : 'This browser still shows the order.'}
        </ConfirmDialog>
      )}
    </>
  );
}
