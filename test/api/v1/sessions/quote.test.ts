import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
let key: TestKey;
let lotId: string;
let lastPlate = 0;

const HERE = { lat: 10, lng: 10 };
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
  lotId = await addLot(api.database, {
    operator_id: key.operatorId,
    rate_minor: 350,
    latitude: HERE.lat,
    longitude: HERE.lng,
  });
});
afterAll(() => api.stop());

async function quote(startsInMs = 0, lengthMs = HOUR_MS) {
  const starts = Date.now() + startsInMs;
  const { body } = await api.request('GET', '/api/v1/lots/search', {
    query: {
      ...HERE,
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + lengthMs).toISOString(),
    },
  });
  return body.lots[0].quote;
}

const park = (quote_id: string, lot_id = lotId, more = {}) =>
  api.request('POST', '/api/v1/sessions', {
    key: key.secret,
    body: { lot_id, quote_id, plate: `QUOTE${++lastPlate}`, ...more },
  });

test('a price that was shown is charged by its quote id, even if the rate has changed', async () => {
  const { id, amount } = await quote();
  expect(amount).toBe(3.5);
  await api.database.sql('update lots set rate_minor = 9900');
  const { body } = await park(id);
  expect(body.session).toMatchObject({ rate: 3.5, estimated_amount: 3.5 });
  await api.database.sql('update lots set rate_minor = 350');
});

test('a stay ends when its quote does, unless the call says when', async () => {
  const { id, amount } = await quote(0, 3 * HOUR_MS);
  const sealed = (await api.app.quotes.open()).read(id);
  const { body } = await park(id);
  expect(body.session.expected_end).toBe(sealed?.endsAt?.toISOString());
  expect(body.session.estimated_amount).toBe(amount);
  const { body: said } = await park(id, lotId, { duration_hours: 1 });
  expect(said.session.estimated_amount).toBe(3.5);
});

test('a quote whose stay is over begins none, and one of an earlier version an hour', async () => {
  const { id } = await quote();
  const { read, seal } = await api.app.quotes.open();
  const sealed = read(id);
  if (sealed === undefined) throw new Error('the quote cannot be read');
  const over = await park(seal({ ...sealed, endsAt: new Date(Date.now() - 1_000) }));
  expect(over.body.error.details.reason).toBe('quote_expired');
  const { body } = await park(seal({ ...sealed, endsAt: undefined }));
  expect(body.session.estimated_amount).toBe(3.5);
});

test('a quote is valid for ten minutes by the database clock, and for its own lot', async () => {
  const { id } = await quote();
  const other = await addLot(api.database, { operator_id: key.operatorId });
  const elsewhere = await park(id, other);
  expect(elsewhere.status).toBe(400);
  expect(elsewhere.body.error.details[0].field).toBe('quote_id');
  const { quotes } = api.app;
  const { read, seal } = await quotes.open();
  const sealed = read(id);
  if (sealed === undefined) throw new Error('the quote cannot be read');
  const old = await park(seal({ ...sealed, validUntil: new Date(Date.now() - 1_000) }));
  expect(old.status).toBe(409);
  expect(old.body.error.details.reason).toBe('quote_expired');
});

test('a quote for later is valid from 15 minutes before its start to ten after', async () => {
  const starts = Date.now() + 24 * HOUR_MS;
  const later = await quote(24 * HOUR_MS);
  const holdsMs = Date.parse(later.expires_at) - starts;
  expect(holdsMs / 60_000).toBeCloseTo(10, 0);
  const early = await park(later.id);
  expect(early.status).toBe(409);
  expect(early.body.error.details).toMatchObject({
    reason: 'too_early',
    starts_at: new Date(Date.parse(later.expires_at) - 600_000).toISOString(),
  });
  const { read, seal } = await api.app.quotes.open();
  const sealed = read(later.id);
  if (sealed === undefined) throw new Error('the quote cannot be read');
  const begun = { ...sealed, startsAt: new Date(Date.now() + 14 * 60_000) };
  expect((await park(seal(begun))).status).toBe(201);
});

test('a price more than 30 days ahead is shown without a quote id', async () => {
  const later = await quote(31 * 24 * HOUR_MS);
  expect(later.amount).toBe(3.5);
  expect(later.id).toBeUndefined();
});

test('a quote id that was changed or made up is refused naming quote_id', async () => {
  const { id } = await quote();
  const [content = '', seal = ''] = id.split('.');
  const cheap = Buffer.from(
    Buffer.from(content, 'base64url').toString().replace('350', '1'),
  ).toString('base64url');
  for (const forged of [`${cheap}.${seal}`, content, '.', 'x', `${content}.${seal}x`, `a${id}`]) {
    const answer = await park(forged);
    expect(answer.status, forged).toBe(400);
    expect(answer.body.error.details[0].field).toBe('quote_id');
  }
});
