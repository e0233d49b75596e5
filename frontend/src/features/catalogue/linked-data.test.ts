import { describe, expect, it } from 'vitest';
import { partAsLinkedData } from './linked-data';

const disc = {
  _id: 'part-1',
  title: 'Brake disc',
  desc: 'Vented.',
  img: '/catalogue/brake-disc.svg',
  minOrderQuantity: 4,
  available: 6420,
  price: 28.6,
};
const origin = 'https://shop.example';

describe('a part as linked data', () => {
  it('is a product with an offer and complete addresses', () => {
    expect(JSON.parse(partAsLinkedData(disc, origin))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Brake disc',
      description: 'Vented.',
      image: 'https://shop.example/catalogue/brake-disc.svg',
      sku: 'part-1',
      url: 'https://shop.example/shop/part-1',
      offers: {
        '@type': 'Offer',
        price: '28.60',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: 'https://shop.example/shop/part-1',
      },
    });
  });

  it('is out of stock below the minimum order', () => {
    expect(partAsLinkedData({ ...disc, available: 3 }, origin)).toContain('schema.org/OutOfStock');
  });

  it('cannot end the script it stands in', () => {
    const title = '</script><script>alert(1)</script>';
    const text = partAsLinkedData({ ...disc, title }, origin);
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toMatchObject({ name: title });
  });
});
