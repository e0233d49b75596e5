import { existsSync } from 'node:fs';

/** The headless shell takes about a quarter less time, so it comes first. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser that the tests use. */
export const BROWSER = process.env.CHROMIUM ?? INSTALLED.find(existsSync) ?? '/usr/bin/chromium';
