import { expect, test } from 'vitest';
import { heldSpaces } from '../../pipelines/forecasts/fit-lots.ts';

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** The half hours with held spaces, as `slot: spaces`, from a day on. */
function held(timezone: string, date: string, ...holds: [number, string, string][]): string[] {
  const rows = holds.map(([space_count, from, to]) => ({
    spaceCount: space_count,
    startsAt: new Date(from),
    endsAt: new Date(to),
  }));
  const spaces = heldSpaces({ timezone, today: dayOf(date) }, rows);
  return [...spaces].flatMap((count, slot) => (count > 0 ? [`${slot}: ${count}`] : []));
}

test('each half hour that a hold touches is held, by the wall clock', () => {
  const hold = [3, '2026-06-01T14:10:00Z', '2026-06-01T15:00:00Z'] as [number, string, string];
  expect(held('UTC', '2026-06-01', hold)).toEqual(['28: 3', '29: 3']);
  expect(held('America/Toronto', '2026-06-01', hold)).toEqual(['20: 3', '21: 3']);
  expect(held('UTC', '2026-05-31', hold)).toEqual(['76: 3', '77: 3']);
});

test('holds at the same time add up', () => {
  expect(
    held(
      'UTC',
      '2026-06-01',
      [3, '2026-06-01T14:00:00Z', '2026-06-01T15:00:00Z'],
      [4, '2026-06-01T14:30:00Z', '2026-06-01T15:30:00Z'],
    ),
  ).toEqual(['28: 3', '29: 7', '30: 4']);
});

test('only the next 14 days are held', () => {
  expect(
    held(
      'UTC',
      '2026-06-01',
      [1, '2026-05-31T23:00:00Z', '2026-06-01T00:30:00Z'],
      [2, '2026-06-14T23:30:00Z', '2026-06-20T00:00:00Z'],
      [5, '2026-07-01T00:00:00Z', '2026-07-01T01:00:00Z'],
    ),
  ).toEqual(['0: 1', '671: 2']);
});

test('when clocks go back a hold over both hours takes its spaces once', () => {
  const hold = [3, '2026-11-01T05:00:00Z', '2026-11-01T07:00:00Z'] as [number, string, string];
  expect(held('America/Toronto', '2026-11-01', hold)).toEqual(['2: 3', '3: 3']);
});
