import { expect, it } from 'vitest';
import { reviewSchema } from './review-schema';

const good = { rating: '5', review: 'Good parts.' };

it('requires a rating and an opinion', async () => {
  await expect(reviewSchema.validate(good)).resolves.toEqual(good);
  await expect(reviewSchema.validate({ ...good, rating: '' })).rejects.toThrow(
    'please rate us before submitting',
  );
  await expect(reviewSchema.validate({ ...good, review: ' \n ' })).rejects.toThrow(
    'your opinion is required',
  );
});

it('counts characters as the server does', async () => {
  await expect(reviewSchema.isValid({ ...good, review: ` ${'🔧'.repeat(2000)} ` })).resolves.toBe(
    true,
  );
  await expect(reviewSchema.validate({ ...good, review: 'x'.repeat(2001) })).rejects.toThrow(
    'your opinion must be at most 2000 characters',
  );
});
