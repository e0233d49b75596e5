import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { loadConfig } from '../lib/config';

const READ = 'demoRead';

/** Says that nothing here is real. At the bottom edge, where appearing late moves nothing. */
export function DemoBanner() {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    loadConfig().then(
      ({ demo }) => {
        if (demo && !wasRead()) setShown(true);
      },
      () => {
        // Whoever needs the settings asks again and reports the failure.
      },
    );
  }, []);

  const dismiss = () => {
    // The button goes with the banner; the focus must not fall to the top of the document.
    document.getElementById('main')?.focus({ preventScroll: true });
    setShown(false);
    try {
      sessionStorage.setItem(READ, '1');
    } catch {
      // A browser may refuse storage: it comes back with the next page, then.
    }
  };

  if (!shown) return null;
  return (
    <aside className="demo-banner" aria-label="Demo shop">
      <div className="page">
        <FlaskConical className="icon" />
        <p>
          Demo shop: look around freely. No money moves, and mails wait in the admin’s overview.
        </p>
        <button type="button" aria-label="Hide this note" onClick={dismiss}>
          ×
        </button>
      </div>
    </aside>
  );
}

function wasRead(): boolean {
  try {
    return sessionStorage.getItem(READ) !== null;
  } catch {
    return false;
  }
}
