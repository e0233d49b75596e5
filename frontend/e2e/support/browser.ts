import { existsSync } from 'node:fs';

/** Without windows Chromium takes about a quarter less time, so it comes first. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser that tests drive. */
export const BROWSER = process.env.CHROMIUM ?? INSTALLED.find(existsSync) ?? '/usr/bin/chromium';
