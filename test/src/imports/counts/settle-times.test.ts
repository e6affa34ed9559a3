import { expect, test } from 'vitest';
import { settleTimes } from '../../../../src/imports/counts/settle-times.ts';
import { readFileTime } from '../../../../src/kit/tables/file-times.ts';

/** Local times of the hour that clocks show twice are told apart by their order, or not at all. */

const ZONE = 'Europe/Berlin';
const NIGHT = '2026-10-25';

/** The instants in UTC of local times, in the order of the given ones; `?`: left undecided. */
async function settled(times: readonly string[], series = (_: number) => 'one'): Promise<string[]> {
  async function* readings() {
    for (const [i, time] of times.entries()) {
      const instants = readFileTime('at', `${NIGHT} ${time}`, { zone: ZONE });
      yield { series: series(i), instants, number: i };
    }
  }
  const found: string[] = [];
  for await (const { reading, at } of settleTimes(readings()))
    found[reading.number] = at?.toISOString().slice(11, 16) ?? '?';
  return found;
}

test.each<[string, string[], string[]]>([
  [
    'half hours',
    ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'],
    ['23:30', '00:00', '00:30', '01:00', '01:30', '02:00'],
  ],
  ['hours', ['01:00', '02:00', '02:00', '03:00'], ['23:00', '00:00', '01:00', '02:00']],
  [
    'the latest first',
    ['03:00', '02:30', '02:00', '02:30', '02:00', '01:30'],
    ['02:00', '01:30', '01:00', '00:30', '00:00', '23:30'],
  ],
  [
    'until the end of the file',
    ['01:50', '02:10', '02:50', '02:10', '02:40'],
    ['23:50', '00:10', '00:50', '01:10', '01:40'],
  ],
  [
    'from the beginning of the file',
    ['02:10', '02:50', '02:10', '03:10'],
    ['00:10', '00:50', '01:10', '02:10'],
  ],
  ['one pass only', ['01:30', '02:00', '02:30', '03:00'], ['23:30', '?', '?', '02:00']],
  ['a single reading', ['02:15'], ['?']],
  ['nothing around them', ['02:10', '02:50', '02:20'], ['?', '?', '?']],
  ['one reading twice', ['01:30', '02:00', '02:00', '03:00'], ['23:30', '?', '?', '02:00']],
  [
    'no order',
    ['01:30', '02:50', '02:20', '02:40', '02:10', '03:00'],
    ['23:30', '?', '?', '?', '?', '02:00'],
  ],
  ['other hours', ['01:59', '03:00', '12:00'], ['23:59', '02:00', '11:00']],
])('%s', async (_what, times, instants) => {
  expect(await settled(times)).toEqual(instants);
});

test('each lot has its own order', async () => {
  const times = ['01:30', '01:30', '02:30', '02:00', '02:00', '03:00', '03:00'];
  const lots = ['a', 'b', 'a', 'b', 'a', 'a', 'b'];
  expect(await settled(times, (i) => lots[i] ?? '')).toEqual([
    '23:30',
    '23:30',
    '00:30',
    '?',
    '01:00',
    '02:00',
    '02:00',
  ]);
});
