import { expect, test } from 'vitest';
import { maskPlate, unmaskPlate } from '../../../../src/parking/intents/mask-plate.ts';
import { readIntent } from '../../../../src/parking/intents/read-intent.ts';
import { readText } from '../../../../src/parking/intents/read-text.ts';
import { normalisePlate } from '../../../../src/parking/vehicles/plate.ts';

test('masked text has no plate, VIN or address, and its plate can be inserted again', () => {
  const text =
    'AB12 CDE and plate: xyz 789, XYZ-789; AB12 CDE again, VIN 1HGCM82633A004352, a.b@example.org';
  const intent = readIntent(readText(text, []), {
    now: new Date('2026-11-18T15:00:00Z'),
    timezone: 'UTC',
  });
  const masked = maskPlate(text, intent);
  expect(masked).toBe('[plate] and plate: {plate}, {plate}; [plate] again, VIN [plate], [email]');
  expect(unmaskPlate(masked, 'XYZ789')).toContain('plate: XYZ789, XYZ789;');
  expect(unmaskPlate(masked, null)).toBe(masked);
});

test.each([
  ['请为粤B·12345预订车位', '粤B·12345', '请为{plate}预订车位'],
  ['จอดรถกข 1234ที่สยาม', 'กข1234', 'จอดรถ{plate}ที่สยาม'],
  ['品川500さ1234です', '品川 500 さ 12-34', '{plate}です'],
  ['12가3456으로 예약', '12가 3456', '{plate}으로 예약'],
  ['КХ77Е123КХ77', 'КХ77', 'КХ77Е123КХ77'],
  ['MÜ-AB 12 and MÜ-AB 123', 'MÜAB12', '{plate} and MÜ-AB 123'],
])('%s is stored without its plate, also where no spaces are around it', (text, plate, masked) => {
  expect(maskPlate(text, { plate: normalisePlate(plate) ?? null, plateTexts: [] })).toBe(masked);
});
