import { expect, test } from 'vitest';
import { readIntent } from '../../../../src/intents/read-intent.ts';

const NOW = new Date('2026-11-18T15:00:00Z');

test('a plate is found after a word that announces it, or in a form that only plates have', () => {
  const plateOf = (text: string) => readIntent(text, { now: NOW, timezone: 'UTC' }).plate;
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
