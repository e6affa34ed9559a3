import { type Static, Type } from 'typebox';
import { cellOutline } from '../../../src/geometry/cell-outline.ts';
import { demandScore, OCCUPANCY_BASES, occupancyBasis } from '../../../src/market/demand-score.ts';
import type { Hex, PercentilesOf } from '../../../src/market/hexes.ts';
import { nullable } from '../../fields/field-types.ts';
import { named } from '../../fields/named.ts';
import { Count } from './shapes.ts';

/** Fewer searches, or fewer callers, might tell of single people. */
const SEARCHES_MIN = 10;
const PERMILLE = 1_000;
/** Six decimals of a degree, about 10 cm, as RFC 7946 11.2 advises. */
const OUTLINE_STEPS = 1_000_000;
/** What is withheld below the floor. */
const OF_SEARCHES = ['searches', 'unmet_searches', 'agent_share', 'demand_score'] as const;

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Corners = Type.Array(Type.Array(Type.Array(Type.Number())));

const Polygon = named('Polygon', { type: Type.Literal('Polygon'), coordinates: Corners });
const MultiPolygon = named('MultiPolygon', {
  type: Type.Literal('MultiPolygon'),
  coordinates: Type.Array(Corners),
});

export const HexFeature = named('HexFeature', {
  type: Type.Literal('Feature'),
  id: Type.String(),
  geometry: Type.Union([Polygon, MultiPolygon], { title: 'HexOutline' }),
  properties: named('HexProperties', {
    h3: Type.String({ description: 'H3 index of the cell' }),
    lots: Count,
    spaces: Count,
    avg_hourly_cents: nullable(
      Type.Integer({ minimum: 0, description: 'Whole minor units of currency; null: no rate' }),
    ),
    currency: nullable(Type.String({ description: 'Of most lots' })),
    rate_basis: nullable(
      Type.Enum(['realised', 'posted'], {
        description: 'realised where at least 3 operators have realised rates in the cell',
      }),
    ),
    occupied_share: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Of the known space-hours, three decimals; null: no lot',
      }),
    ),
    occupancy_basis: nullable(Type.Enum([...OCCUPANCY_BASES])),
    searches: nullable(Count),
    unmet_searches: nullable(
      Type.Integer({ minimum: 0, description: 'Asked for free spaces and found none' }),
    ),
    agent_share: nullable(Share),
    demand_score: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    withheld: Type.Array(Type.Enum([...OF_SEARCHES]), {
      description:
        `What is null because there are fewer than ${SEARCHES_MIN} searches, or no day with 3 ` +
        'callers; empty otherwise',
    }),
  }),
});

/** A feature as it is sent, and what the confidence of its map depends on. */
export type WrittenHex = {
  textAndComma: Buffer;
  byteLength: number;
  isSearchShown: boolean;
  lotCount: number;
};

/** `weeks`: how many weeks of searches the figures are of. */
export function writeHex(hex: Hex, percentilesOf: PercentilesOf, weeks: number): WrittenHex {
  const feature = presentHex(hex, percentilesOf, weeks);
  const textAndComma = Buffer.from(`${JSON.stringify(feature)},`);
  const { byteLength } = textAndComma;
  const { lots, searches } = feature.properties;
  return { textAndComma, byteLength, isSearchShown: searches !== null, lotCount: lots };
}

function presentHex(
  hex: Hex,
  percentilesOf: PercentilesOf,
  weeks: number,
): Static<typeof HexFeature> {
  const index = hex.cell.toString(16);
  return {
    type: 'Feature',
    id: index,
    geometry: roundOutline(hex.cell),
    properties: {
      h3: index,
      lots: hex.lot_count,
      spaces: hex.space_count,
      ...presentRate(hex),
      ...presentOccupancy(hex),
      ...presentSearches(hex, percentilesOf, weeks),
    },
  };
}

function presentRate({ rate_hourly, currency, is_realised }: Hex) {
  return {
    avg_hourly_cents: rate_hourly,
    currency,
    rate_basis:
      rate_hourly === null ? null : is_realised ? ('realised' as const) : ('posted' as const),
  };
}

function presentOccupancy(hex: Hex) {
  if (hex.known_minutes === 0) return { occupied_share: null, occupancy_basis: null };
  return {
    occupied_share: rounded(hex.occupied_minutes / hex.known_minutes),
    occupancy_basis: occupancyBasis(hex),
  };
}

function presentSearches(hex: Hex, percentilesOf: PercentilesOf, weeks: number) {
  if (hex.search_count < SEARCHES_MIN || !hex.has_crowd)
    return {
      searches: null,
      unmet_searches: null,
      agent_share: null,
      demand_score: null,
      withheld: [...OF_SEARCHES],
    };
  return {
    searches: hex.search_count,
    unmet_searches: hex.unmet_count,
    agent_share: rounded(hex.agent_count / hex.search_count),
    demand_score: demandScore(
      { ...hex, search_count: hex.search_count / weeks },
      percentilesOf(hex.country ?? ''),
    ),
    withheld: [],
  };
}

function rounded(share: number): number {
  return Math.round(PERMILLE * share) / PERMILLE;
}

function roundOutline(cell: bigint): Static<typeof HexFeature>['geometry'] {
  const outline = cellOutline(cell);
  const ring = (corners: [number, number][]) =>
    corners.map((corner) =>
      corner.map((degrees) => Math.round(OUTLINE_STEPS * degrees) / OUTLINE_STEPS),
    );
  return outline.type === 'Polygon'
    ? { type: outline.type, coordinates: outline.coordinates.map(ring) }
    : { type: outline.type, coordinates: outline.coordinates.map((part) => part.map(ring)) };
}
