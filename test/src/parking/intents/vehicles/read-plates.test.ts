import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cleanText } from '../../../../../src/kit/words/text/mapped-text.ts';
import { readIntent } from '../../../../../src/parking/intents/read-intent.ts';
import { readText } from '../../../../../src/parking/intents/read-text.ts';
import { readPlates } from '../../../../../src/parking/intents/vehicles/read-plates.ts';
import { normalisePlate } from '../../../../../src/parking/vehicles/plate.ts';

const NOW = new Date('2026-11-18T15:00:00Z');
const intentOf = (text: string) => readIntent(readText(text, []), { now: NOW, timezone: 'UTC' });

test('a plate is found after a word that announces it, or in a form that only plates have', () => {
  const plateOf = (text: string) => intentOf(text).plate;
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
    'den ganzen Tag 2026',
    'registration desk 123',
  ])
    expect(plateOf(text), text).toBeNull();
});

/** By scripts: what strangers write, and its plate; null: none, or one that is in doubt. */
const GROUPS: Record<string, [text: string, plate: string | null][]> = JSON.parse(
  readFileSync(new URL('said-plates.json', import.meta.url), 'utf8'),
);

test.each(Object.entries(GROUPS))('plates as strangers write them: %s', (_, rows) => {
  const read = rows.map(([text]) => [text, intentOf(text).plate]);
  expect(read).toEqual(rows);
  expect(rows.length).toBeGreaterThanOrEqual(30);
  const none = rows.filter(([, plate]) => plate === null).length;
  expect(none / rows.length).toBeGreaterThan(0.4);
});

const PLATES = [
  ...['KÜN-X 7', 'MÜ-AB 123E', '京A·12345', '粤B·1234港', '沪AD12345', 'กข 1234', '1กข 1234'],
  ...['Е123КХ77', 'Е 123 КХ 777', 'АА 1234 ВВ', 'ΙΚΡ-1234', 'أ ب ج 1234', '品川 500 さ 12-34'],
  ...['12가 3456', '12-345-67', '123-45-678', '1 ABC 234', 'ABC 123', '7XYZ123', 'AB12 CDE'],
  ...['AB-123-CD', 'A 123 BC', 'B 1234 XYZ', '34 ABC 123', 'MH 12 AB 1234', 'DL 3C AB 1234'],
  ...['12-ABC-3', '1234 BCD', 'ÆØ 12 345', 'ZH 123 456', 'GR8 DAY', '123456', 'SO-XX 99H'],
  ...['ab 12 cd', 'kün-x 7', 'е123кх77', '京a12345'],
];
const BEFORE = ['', 'plate ', 'my car is ', '3 cars, ', 'the BMW ', 'at lot B ', 'X ', '7 ', '2h '];
const AFTER = [
  ...['', ' at Union Station', ' 2h', ' tomorrow 9 to 5', ' 10 Downing Street', ' P2 garage'],
  ...[' max 10 EUR', ' 12 Uhr', ' CN Tower', ' NYC garage', ', 3 cars', ' bis 18 Uhr', ' 10-12'],
  ...[' A1', ' 停2小时', ' парковка', ' 24/7', ' room 12', ' 5 mins', ' a spot', ' 2nd floor'],
];

test('no part of a plate, and no plate with words beside it, is taken for a plate', () => {
  let found = 0;
  for (const plate of PLATES)
    for (const before of BEFORE)
      for (const after of AFTER) {
        const text = `${before}${plate}${after} please`;
        const read = readPlates(cleanText(text).text).plate;
        if (read !== null) expect(read, text).toBe(normalisePlate(plate));
        if (read !== null) found += 1;
      }
  expect(found).toBeGreaterThan((PLATES.length * BEFORE.length * AFTER.length) / 4);
});

test('a plate that may end at two places is asked for again', () => {
  for (const text of ['plate ABC 123 CN Tower', 'plate ABC 123 10 King Street', 'plate AB 12 car'])
    expect(intentOf(text).problems, text).not.toEqual([]);
  expect(intentOf('plate ABC 123 NYC garage').problems).toContainEqual({
    part: 'plate',
    reason: 'unreadable',
    text: 'plate ABC',
  });
});

test('letters that look alike in two scripts are different plates', () => {
  const [cyrillic, latin] = ['plate А001АА99', 'plate A001AA99'].map((text) => intentOf(text));
  expect(cyrillic?.plate).toBe('А001АА99');
  expect(latin?.plate).toBe('A001AA99');
  expect(cyrillic?.plate).not.toBe(latin?.plate);
});

test.each(['plate ', 'plate A ', 'plate AB 123, ', 'A1 ', '京A', '品川', 'กข 12', 'Á̂̃̄', ' · '])(
  'a text of 10,000 characters of %j is read',
  (part) => {
    expect(readPlates(part.repeat(10_000 / part.length)).plate).toSatisfy(
      (plate) => plate === null || plate === 'AB123',
    );
  },
);
