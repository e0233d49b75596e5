import { readFileSync } from 'node:fs';
import { expect, test } from './support/people';
import { expectAccessible, toast } from './support/shop';

const photo = readFileSync(new URL('../public/social-card.png', import.meta.url));
const upload = (name: string) => ({ name, mimeType: 'image/png', buffer: photo });

test('an admin uploads pictures of a part and its page shows them', async ({
  asAdmin: page,
  ownPart,
}) => {
  const part = await ownPart.add();
  await page.goto(`/dashboard/products/${part._id}`);
  await page.getByLabel('Upload the picture').setInputFiles(upload('front.png'));
  await expect(page.getByLabel('Image')).toHaveValue(/^\/pictures\/[\da-f]{32}-800\.jpg$/);
  await page.getByText('More details').click();
  await page.getByLabel('Upload pictures').setInputFiles([
    upload('back.png'),
    {
      name: 'page.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<script>alert(1)</script>'),
    },
  ]);
  await expect(page.getByText(/^page\.jpg: This is not a JPEG/)).toBeVisible();
  await page.getByLabel('What picture 1 shows').fill('Seen from behind');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Product saved')).toBeVisible();

  await page.goto(`/shop/${part._id}`);
  const main = page.getByRole('img', { name: part.title, exact: true });
  await expect(main).toHaveAttribute('srcset', /-320\.jpg 320w, .*-1600\.jpg 1600w$/);
  const drawn = () =>
    main.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);
  await expect.poll(drawn).toBe(true);
  await page.getByRole('button', { name: 'Picture 2: Seen from behind' }).click();
  await expect(page.getByRole('img', { name: 'Seen from behind' })).toBeVisible();
  await expectAccessible(page);
});
