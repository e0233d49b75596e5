import { Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

interface RowMenuProps {
  /** The row's name, for screen readers. */
  name: string;
  /** Links and buttons; choosing one closes the menu. */
  children: ReactNode;
}

const GAP = 4;

/** Additional row actions: links and buttons behind "⋯", above everything else on the page. */
export function RowMenu({ name, children }: RowMenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!open || !button.current || !menu.current) return;
    const at = button.current.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = menu.current;
    const below = at.bottom + GAP + height <= window.innerHeight;
    menu.current.style.left = `${Math.max(GAP, at.right - width)}px`;
    menu.current.style.top = `${below ? at.bottom + GAP : Math.max(GAP, at.top - GAP - height)}px`;
    menu.current.querySelector<HTMLElement>('a, button')?.focus();
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const close = () => {
      setOpen(false);
    };
    const closeOutside = ({ target }: Event) => {
      const inside = [menu, button].some((part) => part.current?.contains(target as Node));
      if (!inside) close();
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    // The menu would stay in place while the row scrolls away.
    window.addEventListener('scroll', close, { passive: true });
    window.addEventListener('resize', close);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
      window.removeEventListener('scroll', close);
      window.removeEventListener('resize', close);
    };
  }, [open]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn btn-sm btn-square row-menu-button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={`More for ${name}`}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <Ellipsis className="icon" />
      </button>
      {open && (
        <div ref={menu} id={id} className="row-menu" role="group" aria-label={`More for ${name}`}>
          {/* Any way of choosing an item triggers a click on it; the wrapper only listens. */}
          {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
          <div
            onClick={() => {
              // The chosen item disappears with the menu; a dialog returns the focus to its opener.
              button.current?.focus();
              setOpen(false);
            }}
          >
            {children}
          </div>
        </div>
      )}
    </>
  );
}
