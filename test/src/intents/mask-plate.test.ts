import { expect, test } from 'vitest';
import { maskPlate, unmaskPlate } from '../../../src/intents/mask-plate.ts';
import { readIntent } from '../../../src/intents/read-intent.ts';

test('masked text has no plate, VIN or address, and its plate can be inserted again', () => {
  const text =
    'AB12 CDE and plate: xyz 789, XYZ-789; AB12 CDE again, VIN 1HGCM82633A004352, a.b@example.org';
  const intent = readIntent(text, { now: new Date('2026-11-18T15:00:00Z'), timezone: 'UTC' });
  const masked = maskPlate(text, intent);
  expect(masked).toBe('[plate] and plate: {plate}, {plate}; [plate] again, VIN [plate], [email]');
  expect(unmaskPlate(masked, 'XYZ789')).toContain('plate: XYZ789, XYZ789;');
  expect(unmaskPlate(masked, null)).toBe(masked);
});
