import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { loadConfig } from '../lib/config';

/** Says that nothing here is real. At the bottom edge, where appearing late moves nothing. */
export function DemoBanner() {
  const [demo, setDemo] = useState(false);

  useEffect(() => {
    loadConfig().then(
      (config) => {
        setDemo(config.demo);
      },
      () => {
        // Whoever needs the settings asks again and reports the failure.
      },
    );
  }, []);

  if (!demo) return null;
  return (
    <aside className="demo-banner" aria-label="Demo shop">
      <p className="page">
        <FlaskConical className="icon" />
        Demo shop: look around freely. No money moves, and mails wait in the admin’s overview.
      </p>
    </aside>
  );
}
