import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { knownConfig, loadConfig, type ShopConfig } from '../lib/config';
import { rememberRead, wasRead } from '../lib/demo-note';

const WORDS = {
  outbox: 'No real payments are taken, and no emails leave the shop.',
  smtp: 'No real payments are made, but emails are really sent.',
};

/** Says that nothing here is real. At the bottom edge, where appearing late moves nothing. */
export function DemoBanner() {
  const [mails, setMails] = useState(knownConfig && mailsIn(knownConfig));

  useEffect(() => {
    loadConfig().then(
      (config) => {
        setMails(mailsIn(config));
      },
      () => {
        // Whoever needs the settings asks again and reports the failure.
      },
    );
  }, []);

  const dismiss = () => {
    // The button goes with the banner; the focus must not fall to the top of the document.
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

/** What becomes of mails in a demo whose note has not been read. */
const mailsIn = ({ demo, mails }: ShopConfig) => (demo && !wasRead() ? mails : undefined);
