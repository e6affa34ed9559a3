import { expect, test } from 'vitest';
import { payoutStatus } from '../../../../src/money/payouts/payout.ts';

const TO = new Date('2026-03-01T00:00:00Z');

test.each([
  ['open', '2026-02-10T00:00:00.000Z'],
  ['open', '2026-03-01T00:00:00.000Z'],
  ['open', '2026-03-01T00:59:59.999Z'],
  ['closed', '2026-03-01T01:00:00.000Z'],
  ['closed', '2027-01-01T00:00:00.000Z'],
])('until an hour after its end a month may change: %s at %s', (status, now) => {
  expect(payoutStatus(TO, new Date(now))).toBe(status);
});
