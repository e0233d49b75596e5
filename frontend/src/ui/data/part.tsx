import { useState } from 'react';
import { srcSetOf } from '../../lib/own-pictures';
import { Exact, Money } from './exact';

interface PartPictureProps {
  src: string;
  title: string;
  /**
   * Pictures on the first screen load with the page, others when they are about to scroll into
   * view.
   */
  loading?: 'eager' | 'lazy';
  /** Its display width, for choosing among its files. */
  sizes?: string;
}

/** A part on its plate; a dashed outline replaces a picture that does not load. */
export function PartPicture({ src, title, loading = 'lazy', sizes = '18rem' }: PartPictureProps) {
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
          srcSet={srcSetOf(src)}
          sizes={sizes}
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
        Available:{' '}
        <b>
          <Exact value={available} /> pcs.
        </b>
      </li>
      <li>
        Minimum Order:{' '}
        <b>
          <Exact value={minimum} /> pcs.
        </b>
      </li>
    </ul>
  );
}

interface PriceTagProps {
  price: number;
  /** The maker's list price; shown only if it is above the price. */
  listPrice?: number;
}

export function PriceTag({ price, listPrice }: PriceTagProps) {
  return (
    <p className="price">
      <small>Price: </small>
      <Money dollars={price} />
      {listPrice !== undefined && listPrice > price && (
        <s>
          <span className="sr-only"> instead of the list price </span>
          <Money dollars={listPrice} />
        </s>
      )}
    </p>
  );
}

interface BrandAndNumberProps {
  brand?: { name: string };
  number?: string;
}

/** `Orvant OR-4410-F`; an unknown brand or number is omitted. */
export function BrandAndNumber({ brand, number }: BrandAndNumberProps) {
  if (brand === undefined && number === undefined) return null;
  return (
    <p className="part-number">
      {brand && <b>{brand.name}</b>} {number !== undefined && <Exact value={number} />}
    </p>
  );
}
