import { expect, test } from 'vitest';
import { calendarsOf } from '../../../pipelines/forecasts/calendars.ts';
import type { Lot } from '../../../pipelines/forecasts/lots.ts';
import type { AnyLocalEvent } from '../../../src/demand/local-events/list-local-events.ts';
import { HOLIDAY } from '../../../src/kit/forecast/history/day-curve.ts';
import { CALENDAR_DAYS } from '../../../src/kit/forecast/lot-forecast.ts';
import { cellAt } from '../../../src/kit/geo/cells.ts';

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const FIRST_DAY = dayOf('2026-05-11');
const SPAN = { firstDay: FIRST_DAY, days: 7, judgedBefore: 7, nowSecond: 0 };

const LOT = {
  livemode: true,
  cell: String(cellAt(43.6532, -79.3832)),
  latitude: 43.6532,
  longitude: -79.3832,
  timezone: 'America/Toronto',
  country: 'CA',
  state: 'ON',
} as Lot;

const CONCERT = {
  livemode: true,
  type: 'concert',
  impact: 'high',
  latitude: 43.66,
  longitude: -79.38,
  operatorId: 'op_1',
  feltM: 2_000,
  startsAt: new Date('2026-05-13T23:00:00Z'),
  endsAt: new Date('2026-05-14T02:10:00Z'),
} as AnyLocalEvent;

/** The half hours that an event takes on each day, as `date from-to`. */
function marksOf(event: Partial<AnyLocalEvent> = {}, lot: Partial<Lot> = {}): string[] {
  const { marks } = calendarsOf([{ ...CONCERT, ...event }]).daysOf({ ...LOT, ...lot }, SPAN);
  return [...marks].flatMap(([position, found]) =>
    found.map(({ fromSlot, toSlot }) => {
      const date = new Date((FIRST_DAY + position) * 86_400_000).toISOString().slice(0, 10);
      return `${date} ${fromSlot}-${toSlot}`;
    }),
  );
}

test('an event takes its half hours and the hour before it, by the wall clock of the lot', () => {
  expect(marksOf()).toEqual(['2026-05-13 36-45']);
});

test('an event over midnight is on both days', () => {
  const over = { endsAt: new Date('2026-05-14T05:00:00Z') };
  expect(marksOf(over)).toEqual(['2026-05-13 36-48', '2026-05-14 0-2']);
});

test('an event that is too far away, of the other world or of no known day is none', () => {
  expect(marksOf({ feltM: 700 })).toEqual([]);
  expect(marksOf({ livemode: false })).toEqual([]);
  expect(marksOf({ livemode: false }, { livemode: false })).toHaveLength(1);
  const early = { startsAt: new Date('2026-05-01'), endsAt: new Date('2026-05-02') };
  expect(marksOf(early)).toEqual([]);
});

test('an event says its type and what it is expected to do', () => {
  const { marks } = calendarsOf([CONCERT]).daysOf(LOT, SPAN);
  expect([...marks.values()].flat()).toEqual([
    { fromSlot: 36, toSlot: 45, type: 'concert', impact: 'high' },
  ]);
});

test('of one operator and type three count on a day, those with most impact', () => {
  const at = (hour: number, more: Partial<AnyLocalEvent> = {}) => ({
    ...CONCERT,
    impact: 'low' as const,
    startsAt: new Date(Date.UTC(2026, 4, 13, hour)),
    endsAt: new Date(Date.UTC(2026, 4, 13, hour + 1)),
    ...more,
  });
  const hours = [5, 8, 11, 14, 17, 20];
  const countOf = (events: readonly AnyLocalEvent[]) => {
    const { marks } = calendarsOf(events).daysOf(LOT, SPAN);
    return [...marks.values()].flat().map(({ impact }) => impact);
  };
  const own = hours.map((hour) => at(hour, hour > 15 ? { impact: 'high' } : {}));
  expect(countOf(own)).toEqual(['high', 'high', 'low']);
  expect(countOf(hours.map((hour) => at(hour, { operatorId: `op_${hour}` })))).toHaveLength(6);
});

test('days are those of the week, except public holidays of the country and its state', () => {
  const { kinds } = calendarsOf([]).daysOf(LOT, SPAN);
  expect([...kinds.subarray(0, 9)]).toEqual([0, 1, 2, 3, 4, 5, 6, HOLIDAY, 1]);
  const elsewhere = calendarsOf([]).daysOf({ ...LOT, country: 'US', state: null }, SPAN);
  expect(elsewhere.kinds[7]).toBe(0);
  expect(kinds.length).toBe(7 + CALENDAR_DAYS);
});

test('lots are of one region where they are near each other', () => {
  const regionAt = (latitude: number) =>
    calendarsOf([]).daysOf({ ...LOT, cell: String(cellAt(latitude, -79.3832)) }, SPAN).region;
  expect(regionAt(43.66)).toBe(regionAt(43.6532));
  expect(regionAt(45.5)).not.toBe(regionAt(43.6532));
});
