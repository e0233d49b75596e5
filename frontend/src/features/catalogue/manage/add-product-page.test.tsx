import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aNewPart, inserted, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { AddProductPage } from './add-product-page';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const show = () => renderScreen(<AddProductPage />, { path: '/add', at: '/add', person: marta });
const typed = aNewPart({ price: 38.5 });
const fill = () => {
  const texts = {
    Title: typed.title,
    Description: typed.desc,
    Image: typed.img,
    'Price in $': '38.50',
    'Minimum order': String(typed.minOrderQuantity),
    'Available pieces': String(typed.available),
  };
  for (const [label, value] of Object.entries(texts)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
};
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add Product' }));

describe('Add Product', () => {
  it('requires all six fields', async () => {
    const calls = serve(() => json({}));
    show();
    await add();
    expect(await screen.findAllByText(/ is required$/)).toHaveLength(6);
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('adds the product, links to it and clears the form', async () => {
    const calls = serve(() => json(inserted('part-9'), 201));
    show();
    fill();
    await add();
    expect(await screen.findByRole('link', { name: 'Alternator' })).toHaveAttribute(
      'href',
      '/shop/part-9',
    );
    expect(notify.success).toHaveBeenCalledWith('Product added');
    expect(
      calls.map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown]),
    ).toEqual([['POST', '/parts', typed]]);
    expect(screen.getByLabelText('Title')).toHaveValue('');
  });

  it('shows a live preview of the card', async () => {
    serve(() => json({}));
    show();
    expect(screen.getByText('The picture appears here.')).toBeVisible();
    fill();
    expect(screen.getByRole('heading', { name: 'Alternator' })).toBeVisible();
    expect(screen.getByText('7500 pcs.')).toBeVisible();
    expect(screen.getByText('$38.50')).toBeVisible();
    const picture = await screen.findByRole('img', { name: 'Alternator' });
    expect(picture).toHaveAttribute('src', '/catalogue/alternator.svg');
    picture.dispatchEvent(new Event('error'));
    expect(await screen.findByText(/^This picture does not load/)).toBeVisible();
  });

  it('warns about a part that cannot be ordered, and adds it anyway', async () => {
    const calls = serve(() => json(inserted('part-9'), 201));
    const words = 'This cannot be ordered: the minimum is above the stock.';
    show();
    fill();
    const available = screen.getByLabelText('Available pieces');
    expect(screen.queryByText(words)).toBeNull();
    fireEvent.change(available, { target: { value: '9' } });
    expect(screen.getByText(words)).toBeVisible();
    expect(available).toHaveAccessibleDescription(words);
    expect(available).not.toBeInvalid();
    await add();
    await screen.findByRole('link', { name: 'Alternator' });
    expect(calls).toHaveLength(1);
    expect(screen.queryByText(words)).toBeNull();
  });

  it('keeps the form and says where to look when there is no response', async () => {
    serve(() => problem(503, 'outcome_unknown'));
    show();
    fill();
    await add();
    expect(await screen.findByText(/It may have been added/)).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Alternator');
  });

  it('adds its other details', async () => {
    const calls = serve(({ method }) => json(method === 'POST' ? inserted('part-9') : []));
    show();
    fill();
    await userEvent.click(screen.getByText('More details'));
    await userEvent.click(screen.getByRole('button', { name: 'Add attribute' }));
    await add();
    expect(await screen.findByText('name is required')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Attribute 1'), { target: { value: 'Voltage' } });
    fireEvent.change(screen.getByLabelText('Value 1'), { target: { value: '12' } });
    await userEvent.click(screen.getByRole('button', { name: 'Add picture' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }));
    expect(screen.getByRole('button', { name: 'Add picture' })).toHaveFocus();
    await userEvent.click(screen.getByLabelText('Fits any vehicle'));
    await add();
    await screen.findByRole('link', { name: 'Alternator' });
    const post = calls.find(({ method }) => method === 'POST');
    expect(JSON.parse(post?.body ?? '')).toEqual({
      ...typed,
      listing: { attributes: [{ name: 'Voltage', value: '12' }], universal: true },
    });
    expect(screen.queryByLabelText('Attribute 1')).toBeNull();
  });

  it('keeps rows and checkboxes of a draft', async () => {
    serve(() => json([]));
    show();
    await userEvent.click(screen.getByText('More details'));
    await userEvent.click(screen.getByRole('button', { name: 'Add number' }));
    fireEvent.change(screen.getByLabelText('Number 1'), { target: { value: '388-A' } });
    await userEvent.click(screen.getByLabelText('Dangerous goods'));
    cleanup();
    show();
    expect(screen.getByText('Your unsent draft was restored.')).toBeVisible();
    expect(screen.getByLabelText('Number 1')).toHaveValue('388-A');
    expect(screen.getByLabelText('Dangerous goods')).toBeChecked();
  });
});
