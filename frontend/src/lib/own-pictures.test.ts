import { describe, expect, it } from 'vitest';
import { srcSetOf, thumbnailOf } from './own-pictures';

const OWN = '/pictures/00112233445566778899aabbccddeeff';

describe('the shop’s own picture', () => {
  it('has three files, whichever one is given', () => {
    const files = `${OWN}-320.jpg 320w, ${OWN}-800.jpg 800w, ${OWN}-1600.jpg 1600w`;
    expect(srcSetOf(`${OWN}-800.jpg`)).toBe(files);
    expect(srcSetOf(`${OWN}-1600.jpg`)).toBe(files);
    expect(thumbnailOf(`${OWN}-800.jpg`)).toBe(`${OWN}-320.jpg`);
  });

  it.each([
    '/catalogue/brake-disc.svg',
    '/pictures/by-hand.jpg',
    'https://img.example/pictures/00-800.jpg',
  ])('is not at %s', (src) => {
    expect(srcSetOf(src)).toBeUndefined();
    expect(thumbnailOf(src)).toBe(src);
  });
});
