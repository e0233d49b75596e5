import { useState } from 'react';
import { lineTotal } from '../../../lib/format';
import { useDebouncedValue } from '../../../lib/hooks';
import { srcSetOf } from '../../../lib/own-pictures';
import { PartSpecs, PriceTag } from '../../../ui/data/part';
import { isPicture, type ProductForm } from './product-schema';

/** The number in a field; undefined if there is none yet. */
const numberIn = (text: string) => {
  const number = Number(text);
  return Number.isFinite(number) && number > 0 ? number : 0;
};

/** The card as the shop will show it. */
export function ProductPreview({ values }: { values: ProductForm }) {
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div className="card part">
        <PicturePreview address={values.img.trim()} title={values.title} />
        <div className="body">
          <h3>{values.title.trim() === '' ? 'Title' : values.title}</h3>
          <p>{values.desc.trim() === '' ? 'Description' : values.desc}</p>
          <PartSpecs
            available={numberIn(values.available)}
            minimum={numberIn(values.minOrderQuantity)}
          />
          <div className="buy">
            <PriceTag price={lineTotal(numberIn(values.price), 1)} />
          </div>
        </div>
      </div>
    </section>
  );
}

interface PicturePreviewProps {
  address: string;
  title: string;
}

const TYPING_MS = 400;

/** The picture at the URL being typed, or why there is none. */
function PicturePreview({ address, title }: PicturePreviewProps) {
  // A partial URL may belong to another site, so it is not loaded until typing pauses.
  const settled = useDebouncedValue(address, TYPING_MS);
  const [missing, setMissing] = useState<string | null>(null);
  const usable = isPicture(settled);
  const failed = missing === settled;
  return (
    <div className="plate part-picture picture-preview">
      {usable && !failed ? (
        <img
          src={settled}
          srcSet={srcSetOf(settled)}
          sizes="18rem"
          alt={title.trim() === '' ? 'The new product' : title}
          width={480}
          height={360}
          onError={() => {
            setMissing(settled);
          }}
        />
      ) : (
        <svg className="art" viewBox="0 0 480 360" aria-hidden="true">
          <circle className="missing" cx="240" cy="180" r="120" />
        </svg>
      )}
      <p role="status">
        {!usable && 'The picture appears here.'}
        {usable && failed && 'This picture does not load. Check the address.'}
      </p>
    </div>
  );
}
