import fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformFeeOf } from '../../../../src/access/plans/platform-fee.ts';

const stay = { subtotalMinor: 1_005, currency: 'usd', monthGrossMinor: 0n } as const;

test.each(['free', 'starter', 'pro'] as const)('the %s plan pays 10 %, rounded half up', (plan) => {
  expect(platformFeeOf({ ...stay, plan })).toEqual({
    platformFeeMinor: 101,
    feeBasisPoints: 1_000,
  });
});

test('an enterprise operator pays 5 % up to 50 000 of captured gross, 3.3 % above it', () => {
  const fee = (monthGrossMinor: bigint) =>
    platformFeeOf({ ...stay, subtotalMinor: 10_000, plan: 'enterprise', monthGrossMinor });
  expect(fee(5_000_000n)).toEqual({ platformFeeMinor: 500, feeBasisPoints: 500 });
  expect(fee(5_000_001n)).toEqual({ platformFeeMinor: 330, feeBasisPoints: 330 });
});

test.each([
  ['jpy', 50_000n],
  ['usd', 5_000_000n],
  ['kwd', 50_000_000n],
])(
  'in %s 50 000 are units of it, whatever the digits behind the dot',
  (currency, monthGrossMinor) => {
    const large = { ...stay, currency, subtotalMinor: 10_000, plan: 'enterprise' } as const;
    expect(platformFeeOf({ ...large, monthGrossMinor }).platformFeeMinor).toBe(500);
    expect(
      platformFeeOf({ ...large, monthGrossMinor: monthGrossMinor + 1n }).platformFeeMinor,
    ).toBe(330);
  },
);

test('fee and payout are whole minor units, and the fee is never more than the stay', () => {
  const cases = fc.record({
    subtotalMinor: fc.nat(100_000_000_000),
    plan: fc.constantFrom('free' as const, 'pro' as const, 'enterprise' as const),
    monthGrossMinor: fc.bigInt(0n, 10n ** 15n),
  });
  fc.assert(
    fc.property(cases, (one) => {
      const { platformFeeMinor: fee } = platformFeeOf({ ...stay, ...one });
      expect(Number.isSafeInteger(fee)).toBe(true);
      expect(fee).toBeGreaterThanOrEqual(0);
      expect(fee).toBeLessThanOrEqual(one.subtotalMinor);
    }),
  );
});
