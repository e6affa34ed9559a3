import { expect, test } from 'vitest';
import { createRandom } from '../../../../src/demo/random.ts';
import type { Intent } from '../../../../src/parking/intents/intent.ts';
import { readIntent } from '../../../../src/parking/intents/read-intent.ts';
import { readText } from '../../../../src/parking/intents/read-text.ts';
import { seedOfRun } from '../../../stage/random.ts';
import { composeIntent } from './composed-intents.ts';

const SENTENCES = 500;
const RANDOM_TEXTS = 300;
const ZONES = ['America/Toronto', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'UTC'];

test('a composed sentence is read as the parts it was made of', () => {
  const seed = seedOfRun();
  const draw = createRandom(seed);
  for (let i = 0; i < SENTENCES; i += 1) {
    const context = { now: randomInstant(draw.next), timezone: draw.pick(ZONES) };
    const { text, means } = composeIntent(draw, context);
    const intent = readIntent(readText(text, []), context);
    const { place, ...fields } = means;
    const message = `seed ${seed}: ${text} (${context.now.toISOString()}, ${context.timezone})`;
    expect({ ...intent, place: intent.placePhrases[0]?.text }, message).toMatchObject({
      features: [],
      plate: null,
      maxRate: null,
      timeProblem: null,
      ...fields,
      place,
    });
  }
});

/** To the minute, because texts are no more precise. */
function randomInstant(next: () => number): Date {
  const from = Date.UTC(2026, 0, 1);
  const minutes = Math.floor(next() * 3 * 365 * 1440);
  return new Date(from + minutes * 60_000);
}

test('any text is read without an error, and always in the same way', () => {
  const seed = seedOfRun();
  const draw = createRandom(seed);
  const pieces = [
    ...['9', '-', ':', '.', ',', '$', '€', '/', '"', "'", '@', '(', '\n', '\0', '\u202e', ' '],
    ...[
      '😅',
      '\ud800',
      'é',
      'e\u0301',
      'ß',
      'Ж',
      '中',
      'ﷺ',
      '½',
      '１',
      '\ue000',
      '\ue001',
      '|',
      '~',
    ],
    ...[
      'at',
      'to',
      'until',
      'in',
      'half',
      'quarter',
      'an hour',
      '20 nov',
      'friday',
      'plate',
      'AB12',
    ],
    ...['30 feb', '25:00', 'max', 'near', 'no', 'weekend', '2026-11-20T', 'Z', '6\'8"', 'x2', 'pm'],
  ];
  for (let i = 0; i < RANDOM_TEXTS; i += 1) {
    const length = draw.integer(0, 120);
    const gap = draw.pick(['', ' ']);
    const text = Array.from({ length }, () => draw.pick(pieces)).join(gap);
    const context = { now: randomInstant(draw.next), timezone: draw.pick(ZONES) };
    const message = `seed ${seed}: ${JSON.stringify(text)}`;
    const intent = readIntent(readText(text, []), context);
    expect(readIntent(readText(text, []), context), message).toEqual(intent);
    expectSound(intent, context.now, text, message);
  }
});

/** What must be true of every intent, for any text. */
function expectSound(intent: Intent, now: Date, text: string, message: string): void {
  const { startsAt, endsAt, durationMinutes, placePhrases, plateTexts, maxRate } = intent;
  if (startsAt !== null) expect(startsAt.getTime(), message).toBeGreaterThan(now.getTime());
  if (endsAt !== null)
    expect(endsAt.getTime(), message).toBeGreaterThan((startsAt ?? now).getTime());
  if (startsAt !== null && endsAt !== null)
    expect(durationMinutes, message).toBe((endsAt.getTime() - startsAt.getTime()) / 60_000);
  for (const phrase of placePhrases) expect(phrase.text.trim(), message).not.toBe('');
  for (const plateText of plateTexts) expect(text, message).toContain(plateText);
  if (maxRate !== null) expect(maxRate.amount, message).toMatch(/^\d+(\.\d+)?$/);
  expect(intent.spaceCount, message).toBeGreaterThan(0);
}

test('the slowest thousand characters take no longer than the rest of a request', () => {
  const worst = [
    ...[
      'a',
      '9',
      '9-',
      '1 ',
      '1:',
      '$1',
      'at 9 ',
      'one ',
      'twenty ',
      '1 hour ',
      'plate A1 ',
      'mon ',
    ],
    ...['20 nov ', '20.11.', '1/1/', 'half ', "don't need to be ", 'near ', 'may street ', 'x@y.'],
    ...[
      '"lot": ',
      '2026-11-20T22:00Z ',
      '\0',
      '😅',
      'ﷺ',
      'under max ',
      '2.1m ',
      'tomorrow ',
      'A, ',
    ],
    ...['until 6 ', 'St. ', 'AB12 ', '- ', 'in front of ', '12 may street ', '9 to 5 ', 'a.a', ' '],
  ];
  const context = { now: new Date('2026-11-18T15:00:00Z'), timezone: 'America/Toronto' };
  const slowest = worst.map((text) => {
    const long = text.repeat(1000).slice(0, 1000);
    // Of this process alone, and the best of several, because compiling takes some of the first.
    const timesMs = Array.from({ length: 5 }, () => {
      const began = process.cpuUsage();
      readIntent(readText(long, []), context);
      return process.cpuUsage(began).user / 1000;
    });
    return Math.min(...timesMs);
  });
  expect(Math.max(...slowest)).toBeLessThan(50);
});
