import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { ToastContainer, type IconProps } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';

const AUTO_CLOSE_MS = 5000;

function ToastIcon({ type }: IconProps) {
  if (type === 'success') return <CircleCheck className="icon" />;
  return type === 'error' ? <CircleAlert className="icon" /> : <Info className="icon" />;
}

/** Where toasts appear. Loaded after the first screen, because nothing is announced before it. */
export function ToastHost() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={AUTO_CLOSE_MS}
      icon={ToastIcon}
      closeOnClick={false}
      aria-label="Notifications"
    />
  );
}
