import { type Static, Type } from 'typebox';
import type { Area } from '../../../src/geometry/area.ts';
import type { Confidence } from '../../../src/market/confidence.ts';
import { findHexes, HEXES_MAX, type HexDeps } from '../../../src/market/hexes.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import { writtenJson } from '../../reply/written-json.ts';
import { HexesQuery, readArea, resolutionFor } from './hexes-query.ts';
import { HexFeature, type WrittenHex, writeHex } from './hexes-shape.ts';

/** Cells whose searches may be shown, for a map that says much. */
const HIGH_CONFIDENCE_CELLS_MIN = 10;
/** Lots of a cell, for a map that shows no searches. */
const MEDIUM_CONFIDENCE_LOTS_MIN = 3;

const HexMap = Type.Object({
  resolution: Type.Integer({ description: 'H3 resolution of the cells' }),
  period: Type.String({ description: 'ISO 8601 interval of the figures' }),
  features: Type.Array(HexFeature, { description: 'Cells with lots or searches' }),
});

const OPENING = Buffer.from('[');
/** In place of the last comma. */
const CLOSING = ']';

type Feature = Static<typeof HexFeature>;

const WINDOW_MS = 168 * 3_600_000;

export const getHexesGeojsonOperation = definePriced({
  operationId: 'getHexesGeojson',
  path: '/api/v2/intelligence/hexes.geojson',
  summary: 'A map of demand: H3 cells with lots, rates, occupancy and searches',
  description:
    `Cells of an area (bbox, or lat and lng) with their centre in it, at most ${HEXES_MAX}. A ` +
    'cell has what its children have together, its rate and score apart. demand_score as in ' +
    'market-rate, of the cell. What little data could tell of single people is null, see withheld.',
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
      Type.Object({ type: Type.Literal('FeatureCollection'), ...HexMap.properties, meta }),
    present: (map, meta) => ({ type: 'FeatureCollection', ...map, meta }),
  },
  errors: ['NOT_FOUND'],

  async handler({ query, livemode }, { db, market }) {
    const area = readArea(query);
    const resolution = query.resolution ?? resolutionFor(area);
    const { answers, asOf: publishedUpTo } = await market.read(livemode, []);
    const { features, confidence, ...found } = await answers.find(
      JSON.stringify(['map', area, resolution]),
      () => drawMap({ db, answers, livemode }, area, resolution),
    );
    // A publication may have become valid for a later instant since.
    const asOf = new Date(Math.max(+publishedUpTo, +found.asOf));
    const period = `${new Date(asOf.getTime() - WINDOW_MS).toISOString()}/${asOf.toISOString()}`;
    return { data: { resolution, period, features }, confidence, asOf };
  },
});

/** The features of a map as they are sent. */
async function drawMap(deps: HexDeps, area: Area, resolution: number) {
  const { hexes, asOf } = await findHexes(deps, { area, resolution }, writeHex);
  const text = Buffer.concat([OPENING, ...hexes.map(({ textAndComma }) => textAndComma)]);
  text.write(CLOSING, text.length - CLOSING.length);
  const features = writtenJson<Feature[]>(text);
  const { byteLength } = features;
  return { features, confidence: confidenceIn(hexes), asOf, byteLength };
}

function confidenceIn(hexes: readonly WrittenHex[]): Confidence {
  const shownCount = hexes.filter(({ isSearchShown }) => isSearchShown).length;
  if (shownCount >= HIGH_CONFIDENCE_CELLS_MIN) return 'high';
  return shownCount > 0 || hexes.some(({ lotCount }) => lotCount >= MEDIUM_CONFIDENCE_LOTS_MIN)
    ? 'medium'
    : 'low';
}
