import { useState } from 'react';

/** The exploded drawing of the shop's hero. Decorative: the page describes the same in words. */
export function WheelHub() {
  const [missing, setMissing] = useState(false);
  return (
    <div className="hub" aria-hidden="true" style={missing ? { visibility: 'hidden' } : undefined}>
      <img
        src="/drawings/wheel-hub.svg"
        alt=""
        width={740}
        height={470}
        onError={() => {
          setMissing(true);
        }}
      />
      <span>Brake Disc, Vented</span>
    </div>
  );
}
