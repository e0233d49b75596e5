import type { Part } from '../../api/generated';
import { paths } from '../../lib/paths';
import { isSoldOut } from './stock';

/**
 * A part as a schema.org Product with its Offer, to stand inside a script element.
 * @param origin where the shop is, because addresses have to be complete
 */
export function partAsLinkedData(part: Part, origin: string): string {
  const url = new URL(paths.part(part._id), origin).href;
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: part.title,
    description: part.desc,
    image: new URL(part.img, origin).href,
    sku: part._id,
    url,
    offers: {
      '@type': 'Offer',
      price: part.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${isSoldOut(part) ? 'OutOfStock' : 'InStock'}`,
      url,
    },
  };
  // A `</script>` in a title must not end the element.
  return JSON.stringify(product).replaceAll('<', '\\u003c');
}
