import type { ComponentProps, ReactNode } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'primary' | 'danger' | 'danger-outline';
  size?: 'small' | 'normal' | 'large';
  /** At work: cannot be pressed again, and shows that it is turning. */
  busy?: boolean;
  icon?: ReactNode;
}

const LOOKS = {
  plain: '',
  primary: 'btn-primary',
  danger: 'btn-error',
  'danger-outline': 'btn-error btn-outline',
};
const SIZES = { small: 'btn-sm', normal: '', large: 'btn-lg' };

export function Button({
  look = 'plain',
  size = 'normal',
  busy = false,
  icon,
  type = 'button',
  disabled,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={['btn', LOOKS[look], SIZES[size], className].filter(Boolean).join(' ')}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}
