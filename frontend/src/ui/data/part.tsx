import { useState } from 'react';
import { formatDollars } from '../../lib/format';

interface PartPictureProps {
  src: string;
  title: string;
  /** Pictures on the first screen load with the page, the others when they come near. */
  loading?: 'eager' | 'lazy';
}

/** A part on its plate; the dashed outline takes the place of a picture that does not load. */
export function PartPicture({ src, title, loading = 'lazy' }: PartPictureProps) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <div className="plate part-picture">
      {missing === src ? (
        <svg className="art" viewBox="0 0 480 360" role="img" aria-label={title}>
          <circle className="missing" cx="240" cy="180" r="120" />
        </svg>
      ) : (
        <img
          src={src}
          alt={title}
          width={480}
          height={360}
          loading={loading}
          onError={() => {
            setMissing(src);
          }}
        />
      )}
    </div>
  );
}

interface PartSpecsProps {
  available: number;
  minimum: number;
}

export function PartSpecs({ available, minimum }: PartSpecsProps) {
  return (
    <ul className="specs">
      <li>
        Available: <b>{available} pcs.</b>
      </li>
      <li>
        Minimum Order: <b>{minimum} pcs.</b>
      </li>
    </ul>
  );
}

export function PriceTag({ price }: { price: number }) {
  return (
    <p className="price">
      <small>Price: </small>
      {formatDollars(price)}
    </p>
  );
}
