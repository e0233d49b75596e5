import { lineTotal } from '../../lib/money';
import { PartSpecs } from '../../ui/part-specs';
import { PriceTag } from '../../ui/price-tag';
import { PicturePreview } from './picture-preview';
import type { ProductForm } from './product-schema';

/** What is typed as a number, or nothing yet. */
const numberIn = (text: string) => {
  const number = Number(text);
  return Number.isFinite(number) && number > 0 ? number : 0;
};

/** The card as it will stand in the shop. */
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
