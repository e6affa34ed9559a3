import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../client.ts';
import { fieldsOf, openStage, type Stage } from '../stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

// Two forms that are refused: RFC 3339 allows leap seconds, but no clock here has them, and it
// allows no offset without minutes.
const INSTANTS = ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00+05'];

test.each(INSTANTS)('%s is 400 naming its field', async (at) => {
  const lotId = await stage.parking.addLot();
  const plate = stage.parking.newPlate();
  const vehicles = [{ plate }];
  const events = [{ name: 'x', starts_at: '2026-01-01T00:00:00Z', ends_at: at, multiplier: 2 }];
  const answers: [string, Answer][] = [
    ['ends_at', await stage.post('/api/v1/sessions', { lot_id: lotId, plate, ends_at: at })],
    ['created_after', await stage.get('/api/v1/sessions', { created_after: at })],
    ['created_before', await stage.get('/api/v1/sessions', { created_before: at })],
    ['at', await stage.get('/api/v1/sessions/search', { plate, at })],
    [
      'arrive_by',
      await stage.post('/av-fleet/dispatch', {
        fleet_id: 'north',
        lot_id: lotId,
        vehicles,
        arrive_by: at,
      }),
    ],
    [
      'dynamic.events.0.ends_at',
      await stage.send('PUT', `/api/v1/lots/${lotId}/rates`, { base_rate: 1, dynamic: { events } }),
    ],
  ];
  expect(answers.map(([, { status }]) => status)).toEqual(answers.map(() => 400));
  for (const [field, answer] of answers) expect(fieldsOf(answer)).toContain(field);
});
