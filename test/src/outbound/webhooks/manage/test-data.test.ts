import { expect, test } from 'vitest';
import { newAjv } from '../../../../../api/input/validate.ts';
import { closed } from '../../../../../src/kit/web/input/closed.ts';
import { testData } from '../../../../../src/outbound/webhooks/manage/test-data.ts';
import { EVENT_TYPES, EVENTS } from '../../../../../src/parking/events/event-data.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const ajv = newAjv({});

test.each(EVENT_TYPES)('a test of %s has the shape that receivers get, and its mark', (type) => {
  const { vehicle_plate, test: mark, ...data } = testData(type, NOW) as Record<string, unknown>;
  expect(mark).toBe(true);
  const schema = EVENTS[type].data;
  const hasVehicle = 'vehicle_id' in schema.properties;
  expect(typeof vehicle_plate).toBe(hasVehicle ? 'string' : 'undefined');
  const check = ajv.compile(closed(schema));
  const isValid = check({ ...data, ...(hasVehicle && { vehicle_id: 1 }) });
  expect(isValid, ajv.errorsText(check.errors)).toBe(true);
});

test('its amounts and times agree with each other', () => {
  const data = testData('session.ended', NOW) as Record<string, number & string>;
  const { subtotal = 0, platform_fee = 0, owner_payout, started_at = '', ended_at = '' } = data;
  expect(subtotal - platform_fee).toBeCloseTo(Number(owner_payout));
  const minutes = (Date.parse(ended_at) - Date.parse(started_at)) / 60_000;
  expect(data.duration_minutes).toBe(minutes);
});
