import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Code } from '../../../api/contract/generated-types';
import { aFitmentRecord, anAddedPicture, aPartRecord, marta } from '../../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { adminApi } from '../../../api/admin';
import { signedOut } from '../../../lib/session/session-slice';
import { AddProductPage } from './add-product-page';
import { EditProductPage } from './edit-product-page';

const file = (name: string, type = 'image/jpeg', size = 3) => {
  const made = new File(['abc'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};

/** The number in a picture's URL is the number of the upload. */
const img = (number: number) => anAddedPicture(number).img;

/** The form, with a shop that accepts every picture unless the test responds otherwise. */
function showAndLeave(answer: (call: Call) => Response | Promise<Response> | null = () => null) {
  let uploads = 0;
  const calls = serve((call) => {
    if (call.path !== '/pictures') return json([]);
    uploads += 1;
    return answer(call) ?? json(anAddedPicture(uploads), 201);
  });
  const store = renderScreen(<AddProductPage />, { path: '/add', at: '/add', person: marta });
  return {
    uploads: () => calls.filter(({ path }) => path === '/pictures'),
    leave: () => {
      act(() => {
        store.dispatch(signedOut());
      });
    },
  };
}

const show = (answer?: Parameters<typeof showAndLeave>[0]) => showAndLeave(answer).uploads;

const choose = (label: string, ...files: File[]) =>
  userEvent.upload(screen.getByLabelText(label), files, { applyAccept: false });

async function showMore() {
  await userEvent.click(screen.getByText('More details'));
}

const addresses = () =>
  [1, 2, 3]
    .map((position) => screen.queryByLabelText<HTMLInputElement>(`Picture ${position}`)?.value)
    .filter((value) => value !== undefined);

/** Several pictures are uploaded one by one. */
const SEVERAL = { timeout: 10_000 };

describe('pictures of a product', () => {
  it('are uploaded with their type, and the main one is in the preview', async () => {
    const uploads = show();
    await choose('Upload the picture', file('disc.png', 'image/png'));
    await waitFor(() => {
      expect(screen.getByLabelText('Image')).toHaveValue(img(1));
    });
    expect(uploads().map(({ headers }) => headers.get('content-type'))).toEqual(['image/png']);
    const preview = await screen.findByRole('img', { name: 'The new product' });
    expect(preview).toHaveAttribute('srcset', expect.stringContaining('-1600.jpg 1600w'));
  });

  it('may be several at once, each with a row for its description', async () => {
    const uploads = show();
    await showMore();
    await choose('Upload pictures', file('a.jpg'), file('b.jpg'), file('c.jpg'));
    await waitFor(() => {
      expect(addresses()).toEqual([img(1), img(2), img(3)]);
    }, SEVERAL);
    expect(uploads()).toHaveLength(3);
    fireEvent.change(screen.getByLabelText('What picture 2 shows'), { target: { value: 'Rim' } });

    await userEvent.click(screen.getByRole('button', { name: 'Move picture 2 up' }));
    expect(addresses()).toEqual([img(2), img(1), img(3)]);
    expect(screen.getByLabelText('What picture 1 shows')).toHaveValue('Rim');
    await userEvent.click(screen.getByRole('button', { name: 'Move picture 2 down' }));
    expect(addresses()).toEqual([img(2), img(3), img(1)]);
    expect(screen.getByRole('button', { name: 'Move picture 3 down' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture 3' }));
    expect(addresses()).toEqual([img(2), img(3)]);
  });

  it('can swap places with the main one', async () => {
    show();
    await choose('Upload the picture', file('main.jpg'));
    await showMore();
    await choose('Upload pictures', file('other.jpg'));
    await waitFor(() => {
      expect(addresses()).toEqual([img(2)]);
    });
    fireEvent.change(screen.getByLabelText('What picture 1 shows'), { target: { value: 'Rim' } });
    const swap = screen.getByRole('button', { name: 'Make picture 1 the main one' });
    await userEvent.click(swap);
    expect(screen.getByLabelText('Image')).toHaveValue(img(2));
    expect(addresses()).toEqual([img(1)]);
    expect(screen.getByLabelText('What picture 1 shows')).toHaveValue('');
    await userEvent.click(swap);
    expect(screen.getByLabelText('What picture 1 shows')).toHaveValue('Rim');
  });

  it('report errors before uploading, and the others are uploaded', async () => {
    const uploads = show();
    await showMore();
    await choose(
      'Upload pictures',
      file('large.jpg', 'image/jpeg', 8 * 1024 * 1024 + 1),
      file('page.html', 'text/html'),
      file('good.jpg'),
    );
    expect(await screen.findByText('large.jpg: This file is larger than 8 MB.')).toBeVisible();
    expect(screen.getByText(/^page\.html: This is not a JPEG, PNG or WebP picture/)).toBeVisible();
    await waitFor(() => {
      expect(addresses()).toEqual([img(1)]);
    });
    expect(uploads()).toHaveLength(1);
  });

  it.each<[number, Code, RegExp]>([
    [422, 'not_a_picture', /not a JPEG, PNG or WebP picture, or it is damaged/],
    [422, 'too_many_pixels', /more than 40 megapixels/],
    [503, 'pictures_full', /no room left for pictures/],
    [503, 'pictures_unavailable', /cannot be stored right now/],
    [503, 'unavailable', /busy right now/],
  ])('explain that the shop returned %i %s', async (status, code, words) => {
    show(() => problem(status, code));
    await choose('Upload the picture', file('disc.jpg'));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText('Image')).toHaveValue('');
    expect(screen.getByLabelText('Upload the picture')).toBeEnabled();
  });

  it('accept no more than the limit', async () => {
    const uploads = show();
    const files = [file('one.jpg'), file('another.jpg')];
    fireEvent.change(screen.getByLabelText('Upload the picture'), { target: { files } });
    expect(
      await screen.findByText('another.jpg: No more pictures can be added here.'),
    ).toBeVisible();
    await waitFor(() => {
      expect(screen.getByLabelText('Image')).toHaveValue(img(1));
    });
    expect(uploads()).toHaveLength(1);
  });

  it('must finish before the form can be sent', async () => {
    const answers: ((answer: Response) => void)[] = [];
    show(() => new Promise((resolve) => answers.push(resolve)));
    await choose('Upload the picture', file('disc.jpg'));
    const add = screen.getByRole('button', { name: 'Add Product' });
    expect(add).toBeDisabled();
    expect(add).toHaveAccessibleDescription('Wait for the pictures');
    const input = screen.getByLabelText('Upload the picture');
    expect(input).toHaveAttribute('aria-disabled', 'true');
    expect(input).toBeEnabled();
    answers[0]?.(json(anAddedPicture(1), 201));
    expect(await screen.findByText('Picture added')).toBeInTheDocument();
    expect(add).toBeEnabled();
  });

  it('stop when the session has ended', async () => {
    const answers: ((answer: Response) => void)[] = [];
    const { uploads, leave } = showAndLeave(() => new Promise((resolve) => answers.push(resolve)));
    await showMore();
    await choose('Upload pictures', file('a.jpg'), file('b.jpg'));
    await waitFor(() => {
      expect(answers).toHaveLength(1);
    });
    leave();
    answers[0]?.(json(anAddedPicture(1), 201));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(uploads()).toHaveLength(1);
  });
});

it('pictures of a product stop when its changes are discarded', async () => {
  let [uploads, records] = [0, 0];
  serve(({ path }) => {
    if (path === '/parts/part-1/record') records += 1;
    if (path === '/pictures') {
      uploads += 1;
      return new Promise<Response>(() => undefined);
    }
    if (path.endsWith('/fitments/record')) return json(aFitmentRecord());
    return json(path.endsWith('/record') ? aPartRecord() : []);
  });
  const store = renderScreen(<EditProductPage />, {
    path: '/edit/:id',
    at: '/edit/part-1',
    person: marta,
  });
  await userEvent.type(await screen.findByLabelText('Title'), ' II');
  await showMore();
  await choose('Upload pictures', file('a.jpg'), file('b.jpg'));
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  // Other changes do not wait for the pictures.
  const seen = records;
  act(() => {
    store.dispatch(adminApi.util.invalidateTags(['Part']));
  });
  await waitFor(() => {
    expect(records).toBeGreaterThan(seen);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });
  expect(uploads).toBe(1);
  expect(screen.queryByText(/^Uploading/)).toBeNull();
});
