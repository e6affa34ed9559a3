import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldsOf, openStage, type Stage } from '../stage.ts';

// Assistants cannot send headers: what a header says, a field of the body can say as well.

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const park = async () => {
  const lot_id = await stage.parking.addLot();
  const asked = { lot_id, plate: stage.parking.newPlate() };
  return (await stage.post('/api/v1/sessions', asked)).body.session;
};

/** Each call that takes the field, with something new to do. */
const CALLS = {
  '/api/v1/sessions': async () => ({
    lot_id: await stage.parking.addLot(),
    plate: stage.parking.newPlate(),
  }),
  '/api/v1/sessions/extend': async () => ({ session_id: (await park()).id, extend_minutes: 30 }),
  '/api/v1/sessions/end': async () => ({ session_id: (await park()).id }),
  '/api/v1/reserve': async () => ({
    intent: 'now for an hour',
    lot_id: await stage.parking.addLot(),
  }),
};

const HEADER = 'Idempotency-Key';

describe.each(Object.entries(CALLS))('%s', (path, newBody) => {
  test('is done once for all calls with the same key, wherever they send it', async () => {
    const body = await newBody();
    const idempotency_key = randomUUID();
    const header = { [HEADER]: idempotency_key };
    const first = await stage.post(path, { ...body, idempotency_key });
    expect(first.status, first.text).toBeLessThan(300);
    const repeats = [
      await stage.post(path, { ...body, idempotency_key }),
      await stage.post(path, body, header),
      await stage.post(path, { ...body, idempotency_key }, header),
      await stage.post(path, { ...body, idempotency_key: null }, header),
    ];
    for (const { status, body: told, headers } of repeats) {
      expect([status, told]).toEqual([first.status, first.body]);
      expect(headers['idempotent-replayed']).toBe('true');
    }
  });

  test('is refused for another request under that key', async () => {
    const idempotency_key = randomUUID();
    await stage.post(path, { ...(await newBody()), idempotency_key });
    const other = await stage.post(path, { ...(await newBody()), idempotency_key });
    expect(other.status).toBe(409);
    expect(other.body.error.details.reason).toBe('idempotency_mismatch');
  });

  test('is refused naming both when header and body differ, and nothing is done', async () => {
    const body = await newBody();
    const idempotency_key = randomUUID();
    const answer = await stage.post(path, { ...body, idempotency_key }, { [HEADER]: 'other' });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([HEADER, 'idempotency_key']);
    const { status } = await stage.post(path, { ...body, idempotency_key });
    expect(status).toBeLessThan(300);
  });

  test.each(['', 'a\nb', 'ключ', 'x'.repeat(256), 7, ['a'], {}])(
    'refuses the key %j by its name',
    async (idempotency_key) => {
      const answer = await stage.post(path, { ...(await newBody()), idempotency_key });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ['idempotency_key']]);
    },
  );
});

test('a reservation without a key is refused, naming the header and the field', async () => {
  const answer = await stage.post('/api/v1/reserve', await CALLS['/api/v1/reserve']());
  expect([answer.status, fieldsOf(answer)]).toEqual([400, [HEADER]]);
  expect(answer.body.error.message).toContain('idempotency_key');
});
