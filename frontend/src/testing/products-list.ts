import type { Product, ProductPage } from '../api/generated-types';
import { aBrand, aCategory, aProduct } from './fixtures';
import { type Call, json } from './test-shop';

export const part = (id: string, title: string, available = 7500) =>
  aProduct({ _id: id, title, img: `/catalogue/${id}.svg`, available, price: 1038.5 });

/** What the shop answers to what Manage Products asks for beside its products. */
export const around = ({ path }: Call) => {
  if (path === '/brands') return json([aBrand()]);
  return path === '/categories' ? json([aCategory()]) : null;
};
export const page = (products: Product[], more: Partial<ProductPage> = {}) =>
  json({ products, total: products.length, ...more });
