import { Type } from 'typebox';
import { definePriced } from '../../../api/price/define-priced.ts';
import { CONFIDENCES } from '../../../src/demand/rates/confidence.ts';
import { notFound } from '../../../src/kit/errors.ts';
import { type Call, startTestApi, type TestKey } from '../client.ts';

/** The only figure of the data that is sold. */
export const FIGURE = 987_654;
export const RULE = { low: 'there is little', medium: 'there is some', high: 'there is much' };

const DECLARED = {
  summary: 'A reading of a place',
  tags: ['sample'],
  auth: { scope: 'intelligence' },
  budgets: ['intelligence'],
  price: 50,
  confidence: RULE,
  dataDescription: 'The reading',
  data: Type.Object({ figure: Type.Integer() }),
  errors: ['NOT_FOUND'],
} as const;

/** The place `nowhere` is 404, and `nothing` is answered without data. */
const query = Type.Object({
  place: Type.String({ maxLength: 20 }),
  level: Type.Enum([...CONFIDENCES], { default: 'high' }),
});

/** Sold at 50 cents, and at 10 to who reads it again. */
export const getReading = definePriced({
  ...DECLARED,
  operationId: 'getReading',
  path: '/api/v2/intelligence/reading',
  rereadPrice: 10,
  query,
  responses: { 204: { description: 'there is nothing' } },
  async handler({ query: { place, level } }) {
    if (place === 'nowhere') throw notFound('place');
    if (place === 'nothing') return { status: 204 };
    return { data: { figure: FIGURE }, confidence: level, asOf: new Date(0) };
  },
});

/** The same as a map, whose meta is a foreign member (RFC 7946, 6.1). */
export const getReadingMap = definePriced({
  ...DECLARED,
  operationId: 'getReadingMap',
  path: '/api/v2/intelligence/reading.geojson',
  rereadPrice: 10,
  query,
  form: {
    contentType: 'application/geo+json',
    schema: (meta) =>
      Type.Object({
        type: Type.Literal('FeatureCollection'),
        features: Type.Array(Type.Object({ figure: Type.Integer() })),
        meta,
      }),
    present: (data, meta) => ({ type: 'FeatureCollection', features: [data], meta }),
  },
  async handler({ query: { level } }) {
    return { data: { figure: FIGURE }, confidence: level, asOf: new Date(0) };
  },
});

/** Sold at 50 cents, however often it is read. */
export const getOther = definePriced({
  ...DECLARED,
  operationId: 'getOther',
  path: '/api/v2/intelligence/other',
  query,
  async handler() {
    return { data: { figure: FIGURE }, confidence: 'medium', asOf: new Date(0) };
  },
});

/** A server that sells these, with functions that call it and look at what it charged. */
export async function openSale() {
  const api = await startTestApi({ operations: [getReading, getReadingMap, getOther] });
  return {
    api,
    ask: (key: TestKey, queried: Call['query'] = {}, more: Call = {}, operation = getReading) =>
      api.request('GET', operation.path, {
        key: key.secret,
        ...more,
        query: { place: 'here', ...queried },
      }),
    /** What the key was charged, in cents, one number for each charge in their order. */
    async chargesOf({ keyId }: TestKey): Promise<number[]> {
      const rows = await api.database.sql<{ cost_cents: number }>(
        'select cost_cents from usage where key_id = $1 order by usage_id',
        [keyId],
      );
      return rows.map((row) => row.cost_cents);
    },
    /** As if the key had asked all its questions this long ago. */
    pass: ({ keyId }: TestKey, seconds: number) =>
      api.database.sql(
        `update purchases set bought_at = bought_at - make_interval(secs => $2)
         where key_id = $1`,
        [keyId, seconds],
      ),
  };
}

export type Sale = Awaited<ReturnType<typeof openSale>>;
