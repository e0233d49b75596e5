import type { ComponentProps, MouseEvent, ReactNode } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'primary' | 'danger' | 'danger-outline';
  size?: 'small' | 'normal' | 'large';
  /** Busy: cannot be pressed again, and shows a spinner. */
  busy?: boolean;
  icon?: ReactNode;
}

/**
 * Pressing must not take the focus from the field being typed in: its error would appear and move
 * the button away from the pointer, and the click would be lost.
 */
export const keepFocus = (event: MouseEvent) => {
  event.preventDefault();
};

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
      onMouseDown={type === 'submit' ? keepFocus : undefined}
      {...rest}
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || rest['aria-busy']}
      className={['btn', LOOKS[look], SIZES[size], className].filter(Boolean).join(' ')}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}
