import { type Static, Type } from 'typebox';
import { findHexes, HEXES_MAX, type HexPeriod } from '../../../src/market/hexes.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import { HexesQuery, readArea, readPeriod, readResolution } from './hexes-query.ts';
import { HexFeature, presentHex } from './hexes-shape.ts';

/** Cells whose searches may be shown, for a map that says much. */
const HIGH_CONFIDENCE_CELLS_MIN = 10;

const HexMap = Type.Object({
  resolution: Type.Integer({ description: 'H3 resolution of the cells' }),
  period: Type.String({ description: 'ISO 8601 interval of the figures' }),
  features: Type.Array(HexFeature, { description: 'Cells with lots or searches' }),
});

const DAY_MS = 24 * 3_600_000;

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
    const period = readPeriod(query);
    const resolution = readResolution(query.resolution, area, period);
    const { answers, asOf } = await market.read(livemode, []);
    const features = await answers.find(
      JSON.stringify(['hexes', area, resolution, period]),
      async () => {
        const question = { area, resolution, livemode, period };
        const { hexes, percentilesOf } = await findHexes(db, question);
        const weeks = weeksIn(period);
        return hexes.map((hex) => presentHex(hex, percentilesOf, weeks));
      },
      (found) => found.length,
    );
    return {
      data: { resolution, period: intervalOf(period, asOf), features },
      confidence: confidenceIn(features),
      asOf,
    };
  },
});

/** How many weeks of searches a period has: an hour of the week is 1/168 of four. */
function weeksIn(period: HexPeriod): number {
  if (period.name === '7d') return 1;
  return period.hourOfWeek === null ? 4 : 4 / 168;
}

function intervalOf({ name }: HexPeriod, asOf: Date): string {
  const to = name === '7d' ? asOf : new Date(Math.floor(+asOf / DAY_MS) * DAY_MS);
  const from = new Date(to.getTime() - (name === '7d' ? 7 : 28) * DAY_MS);
  return `${from.toISOString()}/${to.toISOString()}`;
}

function confidenceIn(features: readonly Static<typeof HexFeature>[]) {
  const shownCount = features.filter(({ properties }) => properties.searches !== null).length;
  if (shownCount >= HIGH_CONFIDENCE_CELLS_MIN) return 'high';
  return shownCount > 0 || features.some(({ properties }) => properties.lots >= 3)
    ? 'medium'
    : 'low';
}
