import { type Static, Type } from 'typebox';
import {
  findHexes,
  HEXES_MAX,
  type HexDeps,
  type HexPeriod,
  type HexQuestion,
} from '../../../src/demand/hexes/hexes.ts';
import type { Confidence } from '../../../src/demand/rates/confidence.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { writtenJson } from '../../../src/kit/web/reply/written-json.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import { HexesQuery, readArea, readPeriod, readResolution } from './hexes-query.ts';
import { HexFeature, type WrittenHex, writeHex } from './hexes-shape.ts';

/** Cells whose searches may be shown, for a map that says much. */
const HIGH_CONFIDENCE_CELLS_MIN = 10;
/** Lots of a cell, for a map that shows no searches. */
const MEDIUM_CONFIDENCE_LOTS_MIN = 3;

const HexMap = named('HexMap', {
  resolution: Type.Integer({ description: 'H3 resolution of the cells' }),
  period: Type.String({ description: 'ISO 8601 interval of the figures' }),
  features: Type.Array(HexFeature, { description: 'Cells with lots or searches' }),
});

const OPENING = Buffer.from('[');
/** In place of the last comma. */
const CLOSING = ']';

type Feature = Static<typeof HexFeature>;

const DAY_MS = 24 * 3_600_000;

export const getHexesGeojsonOperation = definePriced({
  operationId: 'getHexesGeojson',
  path: '/api/v2/intelligence/hexes.geojson',
  summary: 'A map of demand: H3 cells with lots, rates, occupancy and searches',
  description:
    `Cells of an area (bbox, or lat and lng) with their centre in it, at most ${HEXES_MAX}. Lots ` +
    'and prices are those in the cell. What happened is shown for areas of 4 operators or 3 ' +
    'callers: a cell within such an area has its density (pooled). What is not shown is null.',
  tags: ['intelligence'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  price: PRICES_CENTS.hexes,
  rereadPrice: PRICES_CENTS.hexesReread,
  confidence: {
    low: `no cell shows its searches and none has ${MEDIUM_CONFIDENCE_LOTS_MIN} lots`,
    medium: 'all between',
    high: `at least ${HIGH_CONFIDENCE_CELLS_MIN} cells show their searches`,
  },
  query: HexesQuery,
  dataDescription: 'The map as GeoJSON (RFC 7946), with meta as a foreign member',
  data: HexMap,
  form: {
    contentType: 'application/geo+json',
    schema: (meta) =>
      named('HexMapAnswer', {
        type: Type.Literal('FeatureCollection'),
        ...HexMap.properties,
        meta,
      }),
    present: (map, meta) => ({ type: 'FeatureCollection', ...map, meta }),
  },
  errors: ['NOT_FOUND'],

  async handler({ query, livemode }, { db, market }) {
    const area = readArea(query);
    const period = readPeriod(query);
    const resolution = readResolution(query.resolution, area, period);
    const { answers, asOf: publishedUpTo } = await market.read(livemode, []);
    const { features, confidence, ...found } = await answers.find(
      JSON.stringify(['map', area, resolution, period]),
      () => drawMap({ db, answers, livemode }, { area, resolution, period }),
    );
    // A publication may have become valid for a later instant since.
    const asOf = new Date(Math.max(+publishedUpTo, +found.asOf));
    const data = { resolution, period: intervalOf(period, asOf), features };
    return { data, confidence, asOf };
  },
});

/** The features of a map as they are sent. */
async function drawMap(deps: HexDeps, question: HexQuestion & { period: HexPeriod }) {
  const { hexes, asOf } = await findHexes(deps, question, writeHex);
  const text = Buffer.concat([OPENING, ...hexes.map(({ textAndComma }) => textAndComma)]);
  text.write(CLOSING, text.length - CLOSING.length);
  const features = writtenJson<Feature[]>(text);
  const { byteLength } = features;
  return { features, confidence: confidenceIn(hexes), asOf, byteLength };
}

function intervalOf({ name }: HexPeriod, asOf: Date): string {
  const to = new Date(Math.floor(+asOf / DAY_MS) * DAY_MS);
  const from = new Date(to.getTime() - (name === '7d' ? 7 : 28) * DAY_MS);
  return `${from.toISOString()}/${to.toISOString()}`;
}

function confidenceIn(hexes: readonly WrittenHex[]): Confidence {
  const shownCount = hexes.filter(({ isSearchShown }) => isSearchShown).length;
  if (shownCount >= HIGH_CONFIDENCE_CELLS_MIN) return 'high';
  return shownCount > 0 || hexes.some(({ lotCount }) => lotCount >= MEDIUM_CONFIDENCE_LOTS_MIN)
    ? 'medium'
    : 'low';
}
