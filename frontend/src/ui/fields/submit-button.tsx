import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { Button } from '../button';

interface SubmitButtonProps {
  icon?: ReactNode;
  children: string;
}

/** Sends the surrounding Formik form, once at a time. */
export function SubmitButton({ icon, children }: SubmitButtonProps) {
  const { isSubmitting } = useFormikContext();
  return (
    <Button look="primary" type="submit" busy={isSubmitting} icon={icon}>
      {children}
    </Button>
  );
}
