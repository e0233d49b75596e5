import { useState, type ReactNode } from 'react';
import type { Modified, User } from '../../api/generated-types';
import { sentenceFor } from '../../api/problem';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { EmailText } from '../../ui/email-text';
import { notify } from '../../ui/notify';

interface RoleDialogProps {
  user: User;
  question: string;
  confirm: { label: string; icon: ReactNode; look: 'danger' | 'primary' };
  warning?: string;
  /** Gives the role, or takes it back. */
  change: () => Promise<{ data?: Modified; error?: unknown }>;
  /** What to say when it is done, and when somebody was faster. */
  news: { done: string; doneBefore: string };
  /** What the person can do then; the sentence begins with who it is. */
  children: ReactNode;
  onClose: (changed: boolean) => void;
}

/** Asks before a user’s role changes, naming them. */
export function RoleDialog(props: RoleDialogProps) {
  const { user, change, news, children, onClose, ...question } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const confirm = async () => {
    setProblem(null);
    setBusy(true);
    const { data, error } = await change();
    setBusy(false);
    if (data === undefined) {
      setProblem(sentenceFor(error));
      return;
    }
    if (data.modifiedCount > 0) notify.success(news.done);
    else notify.info(news.doneBefore);
    onClose(true);
  };

  return (
    <ConfirmDialog
      {...question}
      busy={busy}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={() => {
        onClose(false);
      }}
    >
      <b>
        {user.name ? `${user.name}, ` : ''}
        <EmailText>{user.user}</EmailText>
      </b>{' '}
      {children}
    </ConfirmDialog>
  );
}
