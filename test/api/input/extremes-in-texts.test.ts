import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnsafeValue } from '../../../src/kit/web/input/values.ts';
import type { Answer } from '../client.ts';
import { extremesOf, toJson } from '../extreme-values.ts';
import { openStage, type Stage } from '../stage.ts';

// Numbers inside a text, which no schema checks.

const NUMERALS = [
  '0',
  '-0',
  '5e-324',
  '1e-320',
  '1e308',
  '1e999',
  '-1e308',
  'NaN',
  'Infinity',
  '9007199254740993',
  '9223372036854775808',
  '123456789012345678901234567890',
  '0.1234567890123456789',
];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const opaque = (text: string) => Buffer.from(text).toString('base64url');
const around = { lat: 41.2, lng: -99.6 };

function expectNoFailure(answer: Answer): void {
  expect(answer.status, answer.text).toBeLessThan(500);
}

test.each(NUMERALS)('a box with an edge at %s is a box or 400 naming bbox', async (edge) => {
  for (const bbox of [`${edge},0,1,1`, `0,${edge},1,1`, `0,0,${edge},1`, `0,0,1,${edge}`])
    for (const feed of ['lots', 'projection-sites']) {
      const answer = await stage.get(`/api/v1/${feed}.geojson`, { bbox });
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(answer.body.error.details[0].field).toBe('bbox');
    }
});

test.each([...NUMERALS, '0000-01', '0001-01', '9999-12', '2026-99'])(
  'a cursor that names %s is a page or 400',
  async (named) => {
    for (const path of ['/api/v1/payouts', '/api/v1/sessions'])
      for (const text of [named, `${named}_cad`, `ses_${named}`])
        expectNoFailure(await stage.get(path, { cursor: opaque(text) }));
    const id = '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40';
    const cursor = opaque(`0123456789abcdef_${named}_${id}`);
    expectNoFailure(await stage.get('/api/v1/lots/search', { ...around, cursor }));
  },
);

test.each([Date.UTC(0, 0, 1), Date.UTC(9999, 11, 1), Date.UTC(10_000, 0, 1), 2 ** 48 - 1])(
  'a payout of the month at %d ms is not found',
  async (ms) => {
    const time = Math.max(0, ms).toString(16).padStart(12, '0');
    const answer = await stage.get(`/api/v1/payouts/po_${time}70008000000000000000`);
    expect(answer.status).toBe(404);
  },
);

const TAGS = [
  'name',
  'ref',
  'capacity',
  'capacity:disabled',
  'capacity:charging',
  'charge',
  'charge:max',
  'fee',
  'maxheight',
  'maxstay',
  'website',
  'addr:city',
  'addr:state',
  'addr:country',
  'operator',
];

test.each(TAGS)('a tag %s with an extreme value makes a lot or a rejected row', async (tag) => {
  const plain = { name: 'Tagged', capacity: '10', charge: '1.00 USD/hour' };
  const amounts = NUMERALS.flatMap((numeral) => [`${numeral} USD/hour`, `${numeral} m`]);
  const values = [...extremesOf({ type: 'number' }), ...extremesOf({ type: 'string' }), ...amounts];
  const readable = values.filter(
    (value) => findUnsafeValue(JSON.parse(toJson(value))) === undefined,
  );
  const geometry = { type: 'Point', coordinates: [around.lng, around.lat] };
  const features = readable.map((value, i) => {
    const properties = { ref: `${tag} ${i}`, ...plain, [tag]: value };
    return { type: 'Feature', geometry, properties };
  });
  const answer = await stage.api.request('POST', '/api/v1/lots/batch', {
    key: stage.key.secret,
    headers: { 'content-type': 'application/json' },
    raw: toJson({ type: 'FeatureCollection', features }),
  });
  expect(answer.status, answer.text).toBe(200);
});

test.each([...NUMERALS, '360', '-180', '180', '90'])(
  'a feature at %s degrees makes a lot or a rejected row',
  async (degrees) => {
    const at = (coordinates: string) =>
      `{"type":"Feature","geometry":{"type":"Point","coordinates":[${coordinates}]},` +
      '"properties":{"name":"At","capacity":"1","charge":"1.00 USD/hour"}}';
    const features = [at(`${degrees},0`), at(`0,${degrees}`), at(`${degrees},${degrees}`)];
    const answer = await stage.api.request('POST', '/api/v1/lots/batch', {
      key: stage.key.secret,
      headers: { 'content-type': 'application/json' },
      raw: `{"type":"FeatureCollection","features":[${features}]}`,
    });
    expect([200, 400]).toContain(answer.status);
  },
);

test.each(NUMERALS)('an intent with the number %s is understood or 400', async (numeral) => {
  const lot_id = await stage.parking.addLot();
  for (const intent of [
    `for ${numeral} hours, under $${numeral}, ${numeral} spaces, height ${numeral} m`,
    `in ${numeral} days until ${numeral} o'clock`,
    `within ${numeral} km of here, ${numeral} minutes from now`,
  ]) {
    const headers = { 'Idempotency-Key': intent };
    expectNoFailure(await stage.post('/api/v1/reserve', { intent, lot_id }, headers));
    expectNoFailure(
      await stage.post('/api/v1/reserve', { intent }, { 'Idempotency-Key': `${intent}.` }),
    );
  }
});
