import { expect, test } from 'vitest';
import { platformFeeMinor } from '../../../src/pricing/platform-fee.ts';

const stay = { subtotalMinor: 1_005, currency: 'usd', monthGrossMinor: 0n } as const;

test.each(['free', 'starter', 'pro'] as const)('the %s plan gives 10 %, half a cent up', (plan) => {
  expect(platformFeeMinor({ ...stay, plan })).toBe(101);
});

test('an enterprise operator gives 5 % up to 50 000 of captured gross, 3.3 % above it', () => {
  const fee = (monthGrossMinor: bigint) =>
    platformFeeMinor({ ...stay, subtotalMinor: 10_000, plan: 'enterprise', monthGrossMinor });
  expect(fee(5_000_000n)).toBe(500);
  expect(fee(5_000_001n)).toBe(330);
});
