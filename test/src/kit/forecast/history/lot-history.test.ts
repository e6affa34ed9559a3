import { describe, expect, test } from 'vitest';
import { HALF_HOURS } from '../../../../../src/kit/forecast/history/day-curve.ts';
import type {
  CountedDay,
  OpenStay,
  UsedDay,
} from '../../../../../src/kit/forecast/history/lot-days.ts';
import {
  buildHistory,
  type LotHistory,
} from '../../../../../src/kit/forecast/history/lot-history.ts';

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const secondOf = (at: string) => Date.parse(at) / 1_000;

type Told = {
  counts?: Partial<CountedDay>[];
  use?: Partial<UsedDay>[];
  open?: string[];
  timezone?: string;
  from?: string;
  days?: number;
  now?: string;
};

/** The history of a lot with 10 spaces and euros, and these rows. */
function history(told: Told): LotHistory {
  const { counts = [], use = [], open = [], timezone = 'UTC', from = '2026-03-02' } = told;
  const { days = 10, now = '2027-01-01T00:00:00Z' } = told;
  const builder = buildHistory(
    { timezone, spaces: 10, currency: 'eur' },
    { firstDay: dayOf(from), days, judgedBefore: days, nowSecond: secondOf(now) },
  );
  for (const day of counts)
    builder.onCounts({ lotId: '', day: dayOf(from), halfHours: [], occupied: [], ...day });
  for (const day of use)
    builder.onUse({
      lotId: '',
      day: dayOf(from),
      currency: 'eur',
      halfHours: [],
      occupiedSeconds: [],
      started: [],
      revenueMinor: [],
      ...day,
    });
  for (const at of open) builder.onOpenStay({ startedSecond: secondOf(at) } as OpenStay);
  return builder.finish();
}

/** Ten days, each with two counts. */
const TEN_COUNTED = Array.from({ length: 10 }, (_, i) => ({
  day: dayOf('2026-03-02') + i,
  halfHours: [20, 21],
  occupied: [5, 4],
}));
const at = (day: number, slot: number) => day * HALF_HOURS + slot;
const FULL_HALF_HOUR = 18_000;

describe('a lot that is counted', () => {
  test('has the counts of its spaces, and nothing where nobody counted', () => {
    const { shares, isCounted } = history({ counts: TEN_COUNTED });
    expect(isCounted).toBe(true);
    expect([shares[at(3, 20)], shares[at(3, 21)]]).toEqual([0.5, Math.fround(0.4)]);
    expect(shares[at(3, 22)]).toBeNaN();
  });

  test('is not described by stays, but has their number and revenue', () => {
    const use = [
      { halfHours: [20, 30], occupiedSeconds: [18_000, 9], started: [3, 0], revenueMinor: [0, 70] },
    ];
    const { shares, sessions, revenueMinor } = history({ counts: TEN_COUNTED, use });
    expect(shares[at(0, 20)]).toBe(0.5);
    expect(shares[at(0, 30)]).toBeNaN();
    expect([sessions[0], sessions[1], revenueMinor[0]]).toEqual([3, 0, 70]);
  });

  test('is at most full', () => {
    const counts = TEN_COUNTED.map((day) => ({ ...day, occupied: [11, 3] }));
    expect(history({ counts }).shares[at(2, 20)]).toBe(1);
  });

  test('on fewer than seven days is described by its stays', () => {
    const counts = TEN_COUNTED.slice(0, 6);
    const use = [{ halfHours: [20], occupiedSeconds: [9_000], started: [1], revenueMinor: [0] }];
    const { shares, isCounted } = history({ counts, use });
    expect([isCounted, shares[at(0, 20)]]).toEqual([false, 0.5]);
  });
});

describe('a lot with stays', () => {
  const use = [
    {
      day: dayOf('2026-03-04'),
      halfHours: [10, 11],
      occupiedSeconds: [1_800, FULL_HALF_HOUR],
      started: [1, 0],
      revenueMinor: [0, 500],
    },
  ];

  test('is empty where nothing stands, and unknown before its first stay', () => {
    const { shares, sessions, hasStays } = history({ use });
    expect(hasStays).toBe(true);
    expect(shares.subarray(0, at(2, 10)).every(Number.isNaN)).toBe(true);
    expect([...shares.subarray(at(2, 10), at(2, 13))]).toEqual([Math.fround(0.1), 1, 0]);
    expect(shares.subarray(at(2, 12)).every((share) => share === 0)).toBe(true);
    expect([...sessions].map(String)).toEqual(['NaN', 'NaN', '1', ...new Array(7).fill('0')]);
  });

  test('earns only what was paid in its currency', () => {
    const { revenueMinor, sessions } = history({ use: [...use, { ...use[0], currency: 'usd' }] });
    expect([sessions[2], revenueMinor[2]]).toEqual([2, 500]);
  });

  test('that stand still is occupied until now', () => {
    const open = ['2026-03-05T10:00:00Z', '2026-03-05T10:20:00Z'];
    const { shares } = history({ open, now: '2026-03-05T12:00:00Z' });
    const slots = [...shares.subarray(at(3, 20), at(3, 26))].map((share) =>
      Math.round(share * 1e3),
    );
    expect(slots).toEqual([50, 183, 200, 200, 100, 0]);
  });

  test('has none of the days that are not over', () => {
    const late = { ...use[0], day: dayOf('2026-03-12') };
    const { shares, sessions } = history({ use: [...use, late] });
    expect([shares.length, sessions.length, sessions[9]]).toEqual([480, 10, 0]);
  });
});

test('a lot without rows has no figures', () => {
  const { shares, sessions, revenueMinor, hasStays, isCounted, spaces } = history({});
  expect([hasStays, isCounted, spaces]).toEqual([false, false, 10]);
  for (const values of [shares, sessions, revenueMinor])
    expect(values.every(Number.isNaN)).toBe(true);
});

test('days are those of the wall clock', () => {
  const use = [
    { day: dayOf('2026-03-03'), halfHours: [9, 10], started: [1, 2], revenueMinor: [0, 0] },
  ];
  const { sessions } = history({ use, timezone: 'America/Toronto' });
  expect([...sessions.subarray(0, 3)]).toEqual([1, 2, 0]);
});

describe('when clocks change', () => {
  const BACK = { timezone: 'America/Toronto', from: '2026-10-28' };
  const SUNDAY = dayOf('2026-11-01');

  test('back, a half hour that is there twice has the share of both', () => {
    const all = Array.from({ length: HALF_HOURS }, (_, i) => i);
    const use = [
      {
        day: SUNDAY,
        halfHours: all,
        occupiedSeconds: all.map(() => FULL_HALF_HOUR / 2),
        started: all.map(() => 1),
        revenueMinor: all.map(() => 0),
      },
    ];
    const { shares, sessions } = history({ ...BACK, use });
    expect([...shares.subarray(at(4, 0), at(4, 38))]).toEqual(new Array(38).fill(0.5));
    expect([sessions[3], sessions[4]]).toEqual([8, 40]);
  });

  test('back, the count of a half hour that is there twice is the same in whatever order', () => {
    const days = TEN_COUNTED.map((day, i) => ({ ...day, day: dayOf('2026-10-28') + i }));
    const [first, second] = [
      { day: SUNDAY, halfHours: [10], occupied: [2] },
      { day: SUNDAY, halfHours: [12], occupied: [7] },
    ];
    const one = history({ ...BACK, counts: [...days, first, second] });
    const other = history({ ...BACK, counts: [...days, second, first] });
    expect(other.shares).toEqual(one.shares);
  });

  test('forward, the half hours that are left out are not known', () => {
    const use = [{ halfHours: [10], occupiedSeconds: [1_800], started: [1], revenueMinor: [0] }];
    const { shares } = history({ timezone: 'Europe/London', from: '2026-03-25', use });
    const sunday = [...shares.subarray(at(4, 0), at(4, 6))];
    expect(sunday).toEqual([0, 0, Number.NaN, Number.NaN, 0, 0]);
  });
});
