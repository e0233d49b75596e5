/** Responses that the real server would not give in a test. */
import type { Page, Route } from '@playwright/test';
import type { Code } from '../../src/api/contract/generated-types';
import { aProblem } from '../../src/testing/fixtures';

/** A problem response of the shop, for `route.fulfill`. */
export const problem = (status: number, code: Code, rest: object = {}) => ({
  status,
  contentType: 'application/problem+json',
  json: { ...aProblem(status, code), ...rest },
});

/** Makes one call to the sign-in service fail with an error that the SDK converts to a code. */
export async function refuseSignIn(page: Page, call: string, errorCode: string): Promise<void> {
  await page.route(`**/accounts:${call}*`, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: errorCode } } }),
  );
}

/** Delays calls until `release` is called. */
export async function holdBack(page: Page, url: string) {
  const held: Route[] = [];
  let open = false;
  await page.route(url, async (route) => {
    if (open) await route.continue();
    else held.push(route);
  });
  return {
    held,
    release: async () => {
      open = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}
