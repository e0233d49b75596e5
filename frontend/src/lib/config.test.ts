import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

const settings = { demo: true };

describe('loadConfig', () => {
  beforeEach(() => {
    vi.resetModules();
  });

  it('asks the server once', async () => {
    const fetched = vi.fn(() => Promise.resolve(Response.json(settings)));
    vi.stubGlobal('fetch', fetched);
    const { loadConfig } = await import('./config');
    await Promise.all([loadConfig(), loadConfig()]);
    await expect(loadConfig()).resolves.toEqual(settings);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('uses the settings embedded in the page without a request', async () => {
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = 'config';
    block.textContent = JSON.stringify(settings);
    document.head.append(block);
    onTestFinished(() => {
      block.remove();
    });
    const { loadConfig, knownConfig } = await import('./config');
    expect(knownConfig).toEqual(settings);
    await expect(loadConfig()).resolves.toEqual(settings);
  });

  it('asks again after a failure', async () => {
    const fetched = vi
      .fn()
      .mockResolvedValueOnce(new Response('', { status: 503 }))
      .mockResolvedValueOnce(Response.json(settings));
    vi.stubGlobal('fetch', fetched);
    const { loadConfig } = await import('./config');
    await expect(loadConfig()).rejects.toThrow('503');
    await expect(loadConfig()).resolves.toEqual(settings);
  });
});
