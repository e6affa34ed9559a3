import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, inHours, openStage, type Stage } from '../../../stage.ts';

const PLACE = { lat: 55.06, lng: 9.4 };

let stage: Stage;
/** The names of the lots around the place by their ids. */
const names = new Map<string, string>();

beforeAll(async () => {
  stage = await openStage();
  const lots: Record<string, { status?: string; [column: string]: unknown }> = {
    dear: { currency: 'eur', rate_minor: 1_200 },
    cheap: { currency: 'eur', rate_minor: 200 },
    krone: { currency: 'dkk', rate_minor: 2_000 },
    yen: { currency: 'jpy', rate_minor: 3 },
    middle: { currency: 'eur', rate_minor: 500 },
    kroner: { currency: 'dkk', rate_minor: 100 },
    full: { currency: 'eur', rate_minor: 50, total_spaces: 0 },
    closed: { currency: 'dkk', rate_minor: 50, status: 'closed' },
    night: { currency: 'eur', rate_minor: 60, opening_hours: 'off' },
    unpriced: { currency: 'eur', rate_minor: null },
  };
  for (const [name, { status = 'active', ...more }] of Object.entries(lots)) {
    const place = { latitude: PLACE.lat + names.size * 0.0001, longitude: PLACE.lng };
    const lotId = await stage.parking.addLot({ ...place, ...more });
    names.set(lotId, name);
    await stage.api.database.sql('update lots set status = $2 where lot_id = $1', [lotId, status]);
  }
});
afterAll(() => stage.api.stop());

const BY_PRICE = ['cheap', 'middle', 'dear', 'kroner', 'krone', 'yen'];
const nameOf = ({ id }: { id: string }) => names.get(id);

async function search(query: object) {
  const { body } = await stage.get('/api/v1/lots/search', { ...PLACE, sort: 'price', ...query });
  return { ...body, lots: body.lots?.map(nameOf) };
}

test('prices are compared within a currency, and lots nobody can take come last', async () => {
  const { lots } = await search({});
  expect(lots).toEqual([...BY_PRICE, 'full', 'night', 'unpriced']);
  const window = { starts_at: inHours(1), ends_at: inHours(2) };
  expect((await search(window)).lots.slice(0, 6)).toEqual(BY_PRICE);
});

test('pages by price hold every lot once and in order', async () => {
  const all: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { lots: string[]; next_cursor: string | null } = await search({
      limit: 2,
      ...(cursor && { cursor }),
    });
    all.push(...page.lots);
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(all).toEqual((await search({})).lots);
});

test('a search in one currency finds no lot of another, and its price limit is in that', async () => {
  expect((await search({ currency: 'DKK' })).lots).toEqual(['kroner', 'krone']);
  expect((await search({ currency: 'dkk', max_rate: 15 })).lots).toEqual(['kroner']);
  const refused = await stage.get('/api/v1/lots/search', { ...PLACE, currency: 'zzz' });
  expect([refused.status, fieldsOf(refused)]).toEqual([400, ['currency']]);
});

test('the dispatcher sorts alike', async () => {
  const parameters = { ...PLACE, sort: 'price', limit: 6 };
  const body = { action: 'search_parking', parameters };
  const answer = await stage.post('/api/agents/openai/actions', body);
  expect(answer.body.results.map(nameOf)).toEqual(BY_PRICE);
});

test('the cheapest lot is held in the currency of most lots', async () => {
  const intent = `cheapest lot within 1 km of ${PLACE.lat}, ${PLACE.lng} for 1 hour`;
  const { body } = await stage.post('/api/v1/reserve', { intent }, { 'idempotency-key': 'cheap' });
  expect(nameOf({ id: body.hold?.lot_id })).toBe('cheap');
});
