import { type Static, Type } from 'typebox';
import { findHexes, HEXES_MAX } from '../../../src/market/hexes.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import { HexesQuery, readArea, resolutionFor } from './hexes-query.ts';
import { HexFeature, presentHex } from './hexes-shape.ts';

/** Cells whose searches may be shown, for a map that says much. */
const HIGH_CONFIDENCE_CELLS_MIN = 10;

const HexMap = Type.Object({
  resolution: Type.Integer({ description: 'H3 resolution of the cells' }),
  period: Type.String({ description: 'ISO 8601 interval of the figures' }),
  features: Type.Array(HexFeature, { description: 'Cells with lots or searches' }),
});

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
    low: 'no cell shows its searches and none has 3 lots',
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
    const { answers, asOf } = await market.read(livemode, []);
    const features = await answers.find(
      JSON.stringify(['hexes', area, resolution]),
      async () => {
        const { hexes, percentilesOf } = await findHexes(db, { area, resolution, livemode });
        return hexes.map((hex) => presentHex(hex, percentilesOf));
      },
      (found) => found.length,
    );
    const period = `${new Date(asOf.getTime() - WINDOW_MS).toISOString()}/${asOf.toISOString()}`;
    return { data: { resolution, period, features }, confidence: confidenceIn(features), asOf };
  },
});

function confidenceIn(features: readonly Static<typeof HexFeature>[]) {
  const shownCount = features.filter(({ properties }) => properties.searches !== null).length;
  if (shownCount >= HIGH_CONFIDENCE_CELLS_MIN) return 'high';
  return shownCount > 0 || features.some(({ properties }) => properties.lots >= 3)
    ? 'medium'
    : 'low';
}
