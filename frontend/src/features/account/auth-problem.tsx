import { Alert } from '../../ui/alert';

/** Why the last try failed, in red under the form. */
export function AuthProblem({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <Alert tone="danger">
      <p className="text-error">{children}</p>
    </Alert>
  );
}
