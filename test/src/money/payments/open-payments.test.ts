import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Opens the configured processor in a process of its own and prints what it loaded of Stripe. */
const opening = (stripe: object | undefined) => `
  import { registerHooks } from 'node:module';
  let count = 0;
  registerHooks({
    load(url, context, next) {
      if (url.includes('/node_modules/stripe/')) count += 1;
      return next(url, context);
    },
  });
  const { openPayments } = await import('./src/money/payments/open-payments.ts');
  await openPayments({ db: {}, log: {}, stripe: ${JSON.stringify(stripe)} });
  console.log(count > 0);`;

test.each([
  [undefined, 'false'],
  [{ secretKey: 'sk_live_1', testSecretKey: 'sk_test_1', webhookSecrets: [] }, 'true'],
])("Stripe's library is loaded only where it is used: %o", async (stripe, isLoaded) => {
  const script = ['--input-type=module', '--eval', opening(stripe)];
  const { stdout } = await run(process.execPath, script);
  expect(stdout.trim()).toBe(isLoaded);
});
