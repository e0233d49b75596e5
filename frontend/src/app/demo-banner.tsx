import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { loadConfig, type ShopConfig } from '../lib/config';

const READ = 'demoRead';

const WORDS = {
  outbox: 'No real payments are made, and emails stay in the admin’s overview.',
  smtp: 'No real payments are made, but emails are really sent.',
};

/** Says that nothing here is real. At the bottom edge, where appearing late moves nothing. */
export function DemoBanner() {
  const [mails, setMails] = useState<ShopConfig['mails'] | null>(null);

  useEffect(() => {
    loadConfig().then(
      (config) => {
        if (config.demo && !wasRead()) setMails(config.mails);
      },
      () => {
        // Whoever needs the settings asks again and reports the failure.
      },
    );
  }, []);

  const dismiss = () => {
    // The button goes with the banner; the focus must not fall to the top of the document.
    document.getElementById('main')?.focus({ preventScroll: true });
    setMails(null);
    try {
      sessionStorage.setItem(READ, '1');
    } catch {
      // A browser may refuse storage: it comes back with the next page, then.
    }
  };

  if (mails === null) return null;
  return (
    <aside className="demo-banner" aria-label="Demo shop">
      <div className="page">
        <FlaskConical className="icon" />
        <p>Demo shop: look around freely. {WORDS[mails]}</p>
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
