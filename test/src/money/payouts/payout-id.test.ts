import { expect, test } from 'vitest';
import { monthOf, payoutId } from '../../../../src/money/payouts/payout-id.ts';

const PAYOUT = {
  operatorId: 'op_0199',
  livemode: true,
  currency: 'cad',
  from: new Date('2026-02-01T00:00:00Z'),
};

test('an id is a UUIDv7 of the first millisecond of its month, the same for ever', () => {
  const id = payoutId(PAYOUT);
  expect(id).toMatch(/^po_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  expect(Number.parseInt(id.slice(3, 15), 16)).toBe(PAYOUT.from.getTime());
  expect(id).toBe('po_019c167fcc0072ecad23be9ab0160738');
  expect(monthOf(id)).toEqual(PAYOUT.from);
});

test('another operator, world, currency or month leads to another id', () => {
  const ids = [
    PAYOUT,
    { ...PAYOUT, operatorId: 'op_0198' },
    { ...PAYOUT, livemode: false },
    { ...PAYOUT, currency: 'usd' },
    { ...PAYOUT, from: new Date('2026-03-01T00:00:00Z') },
  ].map(payoutId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids sort by their month', () => {
  const ids = Array.from({ length: 36 }, (_, i) =>
    payoutId({ ...PAYOUT, currency: i % 2 ? 'cad' : 'usd', from: new Date(Date.UTC(2026, i)) }),
  );
  expect(ids.toSorted()).toEqual(ids);
});

test.each([
  '2026-02-01T00:00:00.001Z',
  '2026-01-31T23:59:59.999Z',
  '2026-02-02T00:00:00Z',
  '2026-02-01T01:00:00Z',
])('an id of %s belongs to no payout', (at) => {
  expect(monthOf(payoutId({ ...PAYOUT, from: new Date(at) }))).toBeUndefined();
});
