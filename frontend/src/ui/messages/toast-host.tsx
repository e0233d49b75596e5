import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import {
  ToastContainer,
  toast,
  type CloseButtonProps,
  type IconProps,
} from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { Link } from '../controls/link';
import { deliverNotifications, type Notification } from './notify';

const AUTO_CLOSE_MS = 5000;

const LOOKS = {
  success: { className: 'shop-toast is-positive', role: 'status' },
  info: { className: 'shop-toast is-info', role: 'status' },
  error: { className: 'shop-toast is-danger', role: 'alert' },
};

function show({ tone, text, link }: Notification) {
  // A repeated message is shown once while it is visible; of several with the same link, only the
  // newest.
  const toastId = link?.to ?? `${tone}: ${text}`;
  const words = link ? (
    <p>
      {text}{' '}
      <Link
        className="text-link nowrap"
        to={link.to}
        onClick={() => {
          toast.dismiss(toastId);
        }}
      >
        {link.label}
      </Link>
    </p>
  ) : (
    text
  );
  if (link && toast.isActive(toastId)) {
    toast.update(toastId, { ...LOOKS[tone], type: tone, render: words });
  } else toast[tone](words, { ...LOOKS[tone], toastId });
}

function ToastIcon({ type }: IconProps) {
  if (type === 'success') return <CircleCheck className="icon" />;
  return type === 'error' ? <CircleAlert className="icon" /> : <Info className="icon" />;
}

function ToastClose({ closeToast }: CloseButtonProps) {
  return (
    <button
      type="button"
      className="Toastify__close-button"
      aria-label="Close this message"
      onClick={() => {
        closeToast(true);
      }}
    >
      <X className="icon" />
    </button>
  );
}

/** Renders the toasts. toasts.css makes them wait while the pointer or the focus is on them. */
export function ToastHost() {
  useEffect(() => {
    let leave: (() => void) | undefined;
    // After the container has settled: it drops toasts while it is being set up.
    const settled = setTimeout(() => {
      leave = deliverNotifications(show);
    });
    return () => {
      clearTimeout(settled);
      leave?.();
    };
  }, []);
  return (
    <ToastContainer
      position="top-right"
      autoClose={AUTO_CLOSE_MS}
      icon={ToastIcon}
      closeButton={ToastClose}
      closeOnClick={false}
      aria-label="Notifications"
    />
  );
}
