import { toast } from 'react-toastify/unstyled';

/** Short news at the top right. Import this only from lazy screens: it brings the toast library. */
export const notify = {
  success: (text: string) => {
    toast.success(text, { className: 'shop-toast is-positive', role: 'status' });
  },
  info: (text: string) => {
    toast.info(text, { className: 'shop-toast is-info', role: 'status' });
  },
  error: (text: string) => {
    toast.error(text, { className: 'shop-toast is-danger', role: 'alert' });
  },
};
