import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DemoBanner } from './demo-banner';

const loadConfig = vi.hoisted(() => vi.fn());
vi.mock('../lib/config', () => ({ loadConfig, knownConfig: undefined }));

it.each([
  ['outbox', /no emails leave the shop/],
  ['smtp', /real emails are sent/],
])('explains what happens to emails: %s', async (mails, words) => {
  loadConfig.mockResolvedValue({ demo: true, mails });
  render(<DemoBanner />);
  expect(await screen.findByText(words)).toBeVisible();
});

it('is not shown in a real shop', async () => {
  const config = Promise.resolve({ demo: false, mails: 'smtp' });
  loadConfig.mockReturnValue(config);
  render(<DemoBanner />);
  await config;
  expect(screen.queryByLabelText('Demo shop')).toBeNull();
});
