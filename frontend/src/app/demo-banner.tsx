import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { knownConfig, loadConfig, type ShopConfig } from '../lib/config';
import { rememberRead, wasRead } from '../lib/demo-note';

const WORDS = {
  outbox: 'No real payments are taken, and no emails leave the shop.',
  smtp: 'No real payments are taken, but real emails are sent.',
};

/**
 * States that the shop is a demo. At the bottom edge, so that it moves nothing when it appears
 * late.
 */
export function DemoBanner() {
  const [mails, setMails] = useState(knownConfig && mailsIn(knownConfig));

  useEffect(() => {
    loadConfig().then(
      (config) => {
        setMails(mailsIn(config));
      },
      () => {
        // Components that need the settings fetch them again and report the failure.
      },
    );
  }, []);

  const dismiss = () => {
    // The button disappears with the banner; the focus must not jump to the top of the document.
    document.getElementById('main')?.focus({ preventScroll: true });
    setMails(undefined);
    rememberRead();
  };

  if (mails === undefined) return null;
  return (
    <aside className="bottom-note" aria-label="Demo shop">
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

/** What happens to emails in a demo whose note has not been dismissed. */
const mailsIn = ({ demo, mails }: ShopConfig) => (demo && !wasRead() ? mails : undefined);
