import { millisecondsInWeek } from 'date-fns/constants';
import { expect, test } from 'vitest';
import type { HoursAnswer, HoursQuestion } from '../../../../src/kit/hours/hours-question.ts';
import { type AskedWeek, openHoursWeeks } from '../../../../src/kit/hours/hours-weeks.ts';
import type { AnswerThreads } from '../../../../src/kit/pool/answer-threads.ts';

const KEPT = 40;
const OTHERS = 10 * KEPT;
const PER_SEARCH = 8;

/** Threads that count what they are asked, and know all lots to be open. */
function countingThreads() {
  let questionCount = 0;
  const threads: AnswerThreads<HoursQuestion, HoursAnswer> = {
    async ask(asked) {
      for (const { take } of asked) {
        questionCount += 1;
        take({ minutes: Uint16Array.of(0), states: Uint8Array.of(0) });
      }
    },
  };
  return { threads, questionCount: () => questionCount };
}

function openCounted() {
  const { threads, questionCount } = countingThreads();
  const weeks = openHoursWeeks({ threads, weeksKept: KEPT });
  return {
    ...weeks,
    async workedOut(asked: readonly AskedWeek[]): Promise<number> {
      const before = questionCount();
      await weeks.workOutWeeks(asked);
      return questionCount() - before;
    },
  };
}

/** Different hours for each number. */
function weekOf(n: number, more: Partial<AskedWeek['schedule']> = {}): AskedWeek {
  const opening_hours = `Mo-Fr 08:00-${10 + Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`;
  return {
    schedule: { openingHours: opening_hours, country: 'CA', state: null, ...more },
    from: 0,
  };
}

test('ten times as many hours as are kept, all in turn: a search works out those of its own lots, and what is busy meanwhile once', async () => {
  const { workedOut, knownWeek } = openCounted();
  const busy = [weekOf(OTHERS), weekOf(OTHERS + 1)];
  expect(await workedOut(busy)).toBe(busy.length);
  for (let first = 0; first < 2 * OTHERS; first += PER_SEARCH) {
    const own = Array.from({ length: PER_SEARCH }, (_, i) => weekOf((first + i) % OTHERS));
    expect(await workedOut([...own, ...busy])).toBe(PER_SEARCH);
    // They are there for the search that asked for them.
    for (const week of [...own, ...busy]) expect(knownWeek(week)).toBeDefined();
  }
  const kept = Array.from({ length: OTHERS }, (_, n) => knownWeek(weekOf(n)));
  expect(kept.filter((week) => week !== undefined).length).toBeLessThanOrEqual(KEPT);
});

test('hours that mean the same everywhere are worked out once for all places, others for each', async () => {
  const { workedOut } = openCounted();
  const everywhere = (opening_hours: string) =>
    Array.from({ length: KEPT }, (_, i) =>
      weekOf(0, { openingHours: opening_hours, state: `state ${i}` }),
    );
  expect(await workedOut(everywhere('Mo-Fr 08:00-18:00; Sa,Su off'))).toBe(1);
  expect(await workedOut(everywhere('Mo-Fr 08:00-18:00; PH off'))).toBe(KEPT);
  expect(await workedOut(everywhere('Mo-Fr 08:00-18:00; holidays off'))).toBe(KEPT);
  const nextWeek = { ...weekOf(0), from: millisecondsInWeek };
  expect(await workedOut([weekOf(0), nextWeek, weekOf(0)])).toBe(2);
});
