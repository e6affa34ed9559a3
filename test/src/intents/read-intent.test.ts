import { expect, test } from 'vitest';
import { createRandom } from '../../../src/demo/random.ts';
import type { Intent } from '../../../src/intents/intent.ts';
import { cleanText } from '../../../src/intents/mapped-text.ts';
import { maskPlate, unmaskPlate } from '../../../src/intents/mask-plate.ts';
import { readIntent } from '../../../src/intents/read-intent.ts';
import { seedOfRun } from '../../random.ts';
import { composeIntent } from './composed-intents.ts';

const SENTENCES = 500;
const RANDOM_TEXTS = 300;
const ZONES = ['America/Toronto', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'UTC'];

test('a sentence that is put together reads back to the parts it was made of', () => {
  const seed = seedOfRun();
  const draw = createRandom(seed);
  for (let i = 0; i < SENTENCES; i += 1) {
    const context = { now: randomInstant(draw.next), timezone: draw.pick(ZONES) };
    const { text, means } = composeIntent(draw, context);
    const intent = readIntent(text, context);
    const { place, ...fields } = means;
    const message = `seed ${seed}: ${text} (${context.now.toISOString()}, ${context.timezone})`;
    expect({ ...intent, place: intent.placePhrases[0]?.text }, message).toMatchObject({
      features: [],
      plate: null,
      maxRate: null,
      isTimeUnclear: false,
      ...fields,
      place,
    });
  }
});

/** To the minute: clocks are said no finer. */
function randomInstant(next: () => number): Date {
  const from = Date.UTC(2026, 0, 1);
  const minutes = Math.floor(next() * 3 * 365 * 1440);
  return new Date(from + minutes * 60_000);
}

test('any text at all is read, and twice the same', () => {
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
    const intent = readIntent(text, context);
    expect(readIntent(text, context), message).toEqual(intent);
    expectSound(intent, context.now, text, message);
  }
});

/** What holds for every intent, whatever it was read from. */
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

test('cleaning clean text changes nothing, and each character knows where it came from', () => {
  const seed = seedOfRun();
  const draw = createRandom(seed);
  for (let i = 0; i < RANDOM_TEXTS; i += 1) {
    const text = Array.from({ length: draw.integer(0, 60) }, () =>
      String.fromCodePoint(
        draw.pick([32, 0x2f, 0x7e, 0xff, 0x17f, 0x2fff, 0xffff, 0x1f9ff]) - draw.integer(0, 32),
      ),
    ).join('');
    const clean = cleanText(text);
    const message = `seed ${seed}: ${JSON.stringify(text)}`;
    expect(cleanText(clean.text).text, message).toBe(clean.text);
    expect(clean.sourceAt, message).toHaveLength(clean.text.length + 1);
    expect(clean.sourceAt, message).toEqual(clean.sourceAt.toSorted((a, b) => a - b));
  }
});

test('the worst of a thousand characters takes no longer than the rest of a request', () => {
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
    // The best of some: what another process takes is not this one's.
    const times = Array.from({ length: 5 }, () => {
      const began = process.hrtime.bigint();
      readIntent(long, context);
      return Number(process.hrtime.bigint() - began) / 1e6;
    });
    return Math.min(...times);
  });
  expect(Math.max(...slowest)).toBeLessThan(50);
});

const at = (text: string, now: string, timezone = 'America/Toronto') => {
  const { startsAt, endsAt, isTimeUnclear } = readIntent(text, { now: new Date(now), timezone });
  return [startsAt?.toISOString() ?? null, endsAt?.toISOString() ?? null, isTimeUnclear];
};

test.each([
  ['2027-03-14T05:30:00Z', 'today from 1am to 4am', '2027-03-14T06:00', '2027-03-14T08:00'],
  ['2027-03-13T17:00:00Z', 'tomorrow 9 to 5', '2027-03-14T13:00', '2027-03-14T21:00'],
  ['2027-03-13T17:00:00Z', 'tomorrow at 2:30am for 1h', '2027-03-14T07:30', '2027-03-14T08:30'],
  ['2027-03-14T05:30:00Z', 'in 3 hours for 2 hours', '2027-03-14T08:30', '2027-03-14T10:30'],
  ['2026-11-01T04:30:00Z', 'in 3 hours for 2 hours', '2026-11-01T07:30', '2026-11-01T09:30'],
  ['2026-10-31T17:00:00Z', 'tomorrow at 1:30am for 1h', '2026-11-01T05:30', '2026-11-01T06:30'],
  ['2026-10-31T17:00:00Z', 'tomorrow 9 to 5', '2026-11-01T14:00', '2026-11-01T22:00'],
  ['2026-10-31T17:00:00Z', 'overnight', '2026-11-01T00:00', '2026-11-01T13:00'],
])('a clock change moves no wall time and no length: %s, %s', (now, text, startsAt, endsAt) => {
  expect(at(text, now)).toEqual([`${startsAt}:00.000Z`, `${endsAt}:00.000Z`, false]);
});

const WEDNESDAY_10 = '2026-11-18T15:00:00Z';

test.each([
  ['until 6', null, '2026-11-18T23:00'],
  ['at 9', '2026-11-19T02:00', null],
  ['at 3', '2026-11-18T20:00', null],
  ['9 to 5', '2026-11-19T14:00', '2026-11-19T22:00'],
  ['9:50 to 5', null, '2026-11-18T22:00'],
  ['tomorrow at 8', '2026-11-19T13:00', null],
  ['tomorrow at 3', '2026-11-19T20:00', null],
  ['tomorrow 7 to 11pm', '2026-11-20T00:00', '2026-11-20T04:00'],
  ['tomorrow 9 to 5pm', '2026-11-19T14:00', '2026-11-19T22:00'],
  ['10pm to 6', '2026-11-19T03:00', '2026-11-19T11:00'],
  ['22:00-06:00', '2026-11-19T03:00', '2026-11-19T11:00'],
  ['tonight until 11', '2026-11-18T23:00', '2026-11-19T04:00'],
  ['tonight at 2', '2026-11-19T07:00', null],
  ['all day', null, '2026-11-19T01:00'],
  ['all day tomorrow', '2026-11-19T13:00', '2026-11-20T01:00'],
  ['this weekend', '2026-11-21T13:00', '2026-11-23T01:00'],
  ['14:00 UTC tomorrow', '2026-11-19T14:00', null],
  ['2026-11-20T14:00:00+01:00', '2026-11-20T13:00', null],
  ['7 to 9 tomorrow evening', '2026-11-20T00:00', '2026-11-20T02:00'],
  ['11 to 2 tomorrow afternoon', '2026-11-19T16:00', '2026-11-19T19:00'],
  ['wednesday at 9am', '2026-11-25T14:00', null],
  ['two hours until six', '2026-11-18T21:00', '2026-11-18T23:00'],
])('said at ten on a Wednesday, "%s" is the soonest that people mean by it', (text, from, to) => {
  const instant = (minute: string | null) => (minute === null ? null : `${minute}:00.000Z`);
  expect(at(text, WEDNESDAY_10)).toEqual([instant(from), instant(to), false]);
});

test.each([
  'yesterday at 5',
  'today 6am-8am',
  '30 february at noon',
  'at 25:00',
  'last friday',
  '2 hours ago',
  'on 17 november at 3pm',
  'friday for 2 hours',
])('a time that is past, impossible or lacks its hour is unclear: %s', (text) => {
  expect(at(text, WEDNESDAY_10)).toEqual([null, null, true]);
});

test('a plate is found where a word announces it or nothing else looks so, and nowhere else', () => {
  const plateOf = (text: string) =>
    readIntent(text, { now: new Date(WEDNESDAY_10), timezone: 'UTC' }).plate;
  expect(plateOf('plate ABC 123, 2h')).toBe('ABC123');
  expect(plateOf('reg. ab12 cde near the market')).toBe('AB12CDE');
  expect(plateOf('the plate is a b c one two three')).toBe('ABC123');
  expect(plateOf('my car is ABCD 123')).toBe('ABCD123');
  expect(plateOf('driving 7XYZ123 to town')).toBe('7XYZ123');
  for (const text of [
    'at 220 Yonge Street from 10:30',
    'near M5V 2T6',
    'near SW1A 1AA until 18:00',
    'Green P 36 at 2pm',
    'max CAD 120 a day',
    'my car is 210 cm high',
    'HWY 401 exit',
    'NEED PARKING AT PIER 390',
    'regular spot 5',
  ])
    expect(plateOf(text), text).toBeNull();
});

test('masked text has neither plate nor VIN nor address, and gets its plate back', () => {
  const text =
    'AB12 CDE and plate: xyz 789, XYZ-789; AB12 CDE again, VIN 1HGCM82633A004352, a.b@example.org';
  const intent = readIntent(text, { now: new Date(WEDNESDAY_10), timezone: 'UTC' });
  const masked = maskPlate(text, intent);
  expect(masked).toBe('[plate] and plate: {plate}, {plate}; [plate] again, VIN [plate], [email]');
  expect(unmaskPlate(masked, 'XYZ789')).toContain('plate: XYZ789, XYZ789;');
  expect(unmaskPlate(masked, null)).toBe(masked);
});
