import { CircleAlert } from 'lucide-react';

export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <p className="error" id={id} role="alert">
      <CircleAlert className="icon" />
      {children}
    </p>
  );
}
