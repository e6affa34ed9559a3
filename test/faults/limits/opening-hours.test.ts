import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monotonicMs } from '../../../src/kit/clock.ts';
import { hoursProblem, OPENING_HOURS_LENGTH_MAX } from '../../../src/kit/hours/hours-bounds.ts';
import type { HoursAnswer, HoursQuestion } from '../../../src/kit/hours/hours-question.ts';
import { QUESTION_DAYS_MAX, weekOf } from '../../../src/kit/hours/hours-question.ts';
import { openAnswerThreads } from '../../../src/kit/pool/answer-threads.ts';
import { seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';

const VALUES = isFull ? 30_000 : 1_500;
/** The slowest hours known to be accepted: as many open ends as may be, before many times. */
const SLOWEST = `${'20:00-4:00+,'.repeat(3)}${'5-6,'.repeat(53)}1-2`;
/** What takes exponential time soon takes many times as long as them. */
const SLOWER_MAX = 3;
/** The best of several tries counts, because the machine does other work, too. */
const TRIES = 5;
const FROM = weekOf(Date.parse('2026-12-24T00:00:00Z'));
/** Places with the most holidays, and one without any. */
const PLACES = [
  { country: 'US', state: 'California' },
  { country: 'DE', state: 'Bayern' },
  { country: 'JP', state: null },
  null,
];

const threads = openAnswerThreads<HoursQuestion, HoursAnswer>(
  new URL('../../../src/kit/hours/hours-thread.ts', import.meta.url),
  { threadCount: 1, deadlineMs: 5_000, heapMb: 128 },
);

/** How long an answer took; Infinity when there was none. */
async function answerMs(hours: string, place: HoursQuestion['place']): Promise<number> {
  let answeredAt = Number.POSITIVE_INFINITY;
  const from = monotonicMs();
  const take = (answer: HoursAnswer | undefined) => {
    if (answer !== undefined) answeredAt = monotonicMs();
  };
  await threads.ask([
    { question: { hours, place, from: FROM, dayCount: QUESTION_DAYS_MAX }, take },
  ]);
  return answeredAt - from;
}

const text = (...words: string[]) => fc.constantFrom(...words);
const list = (part: fc.Arbitrary<string>, separator: string, maxLength: number) =>
  fc.array(part, { minLength: 1, maxLength }).map((parts) => parts.join(separator));
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));
const number = (min: number, max: number) => fc.integer({ min, max }).map(String);
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(text(''), part);

const month = text('Jan', 'Feb', 'Mar', 'Jun', 'Sep', 'Dec');
const day = text('Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su');
const moved = text('', ' +1 day', ' -1 day', ' -6 days');
const clock = joined(number(0, 26), text(':00', ':30', ':59'));
const sun = text('sunrise', 'sunset', 'dawn', '(sunset+1:00)', '(sunrise-2:30)');
const time = fc.oneof(
  joined(clock, text('-'), clock, text('', '', '+', ' open end', '/30')),
  joined(clock, text('+', ' late', '-')),
  joined(sun, text('-'), fc.oneof(clock, sun), text('', '+')),
  joined(number(0, 24), text('-'), number(0, 48)),
  text('24/7'),
);
const nth = joined(text('['), text('1', '-1', '1-5', '1,2,3,4,5,-1,-2,-3,-4,-5'), text(']'), moved);
const weekday = fc.oneof(
  joined(day, maybe(joined(text('-'), day))),
  joined(day, nth),
  joined(text('PH', 'SH', 'PHPH', 'holidays', 'feiertags'), moved),
);
const date = fc.oneof(
  joined(month, maybe(joined(text(' '), number(1, 31)))),
  joined(month, text(' '), number(1, 28), text('-'), month, text(' '), number(1, 28)),
  joined(month, text(' 1-28/'), number(1, 20)),
  joined(month, text(' '), day, nth),
  joined(text('easter'), text('', ' -2 days', ' +100 days', '-Oct 4', '-easter +60 days')),
);
const year = joined(number(2020, 2030), maybe(joined(text('-', '+'), number(2026, 2099))), step());
const week = joined(text('week '), list(joined(number(1, 53), step()), ',', 10));
const ruleStates = text('', '', '', ' off', ' unknown', ' open "to all"', ' "ask"', ' closed');

function step(): fc.Arbitrary<string> {
  return maybe(joined(text('/'), number(1, 9)));
}

/** Parts whose time doubles with each open end, among parts without that effect. */
const openEnds = fc
  .tuple(fc.nat(20), fc.nat(60), text('1:00-2:00+,', '1:00-2:00 late,', '20:00-4:00+,'))
  .map(([count, more, open]) => `${open.repeat(count)}${'5-6,'.repeat(more)}1-2`);
const rule = fc
  .tuple(
    maybe(list(year, ',', 3)),
    maybe(list(date, ',', 8)),
    maybe(week),
    maybe(list(weekday, ',', 12)),
    maybe(list(time, ',', 25)),
    ruleStates,
  )
  .map((parts) => parts.filter(Boolean).join(' '));
/** Complete values by the grammar, and any sequence of the parser's words. */
const value = fc
  .oneof(
    { weight: 3, arbitrary: list(rule, '; ', 10) },
    { weight: 2, arbitrary: list(rule, ' || ', 10) },
    { weight: 2, arbitrary: list(rule, ', ', 10) },
    { weight: 1, arbitrary: list(fc.oneof(time, weekday, date, year, week, ruleStates), '', 80) },
    { weight: 1, arbitrary: list(fc.oneof(joined(time, text(',')), text(';', ' ', '||')), '', 80) },
    { weight: 2, arbitrary: openEnds },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 255 }) },
  )
  .map((hours) => hours.slice(0, OPENING_HOURS_LENGTH_MAX).trim())
  .filter((hours) => hours !== '' && hoursProblem(hours) === undefined);

test('all hours within the bounds are read and computed about as fast as the slowest known', async () => {
  const timeOf = async (hours: string, place: HoursQuestion['place'], enoughMs: number) => {
    let best = await answerMs(hours, place);
    for (let i = 1; i < TRIES && best > enoughMs; i += 1)
      best = Math.min(best, await answerMs(hours, place));
    return best;
  };
  const msMax = SLOWER_MAX * (await timeOf(SLOWEST, null, 0));
  const isQuick = fc.asyncProperty(value, fc.constantFrom(...PLACES), async (hours, place) => {
    expect(await timeOf(hours, place, msMax), hours).toBeLessThan(msMax);
  });
  await fc.assert(isQuick, { numRuns: VALUES, seed: seedOfRun(), endOnFailure: true });
});
