import type { Product, ProductPage } from '../api/contract/generated-types';
import { aBrand, aCategory, aProduct } from './fixtures';
import { type Call, json } from './test-shop';

export const part = (id: string, title: string, available = 7500) =>
  aProduct({ _id: id, title, img: `/catalogue/${id}.svg`, available, price: 1038.5 });

/** The shop's responses to the other requests of Manage Products. */
export const around = ({ path }: Call) => {
  if (path === '/brands') return json([aBrand()]);
  return path === '/categories' ? json([aCategory()]) : null;
};
export const page = (products: Product[], more: Partial<ProductPage> = {}) =>
  json({ products, total: products.length, ...more });
