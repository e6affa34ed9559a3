import { type Static, Type } from 'typebox';
import { demandScore, OCCUPANCY_BASES } from '../../../src/demand/areas/demand-score.ts';
import type { Hex } from '../../../src/demand/hexes/draw-hex.ts';
import { cellOutline } from '../../../src/kit/geo/cell-outline.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Count } from './shapes.ts';

/** Six decimals of a degree, about 10 cm, as RFC 7946 11.2 advises. */
const OUTLINE_STEPS = 1_000_000;
/** What is null where too few operators, or callers, stand behind it. */
const WITHHELD = [
  'occupied_share',
  'searches',
  'unmet_searches',
  'agent_share',
  'demand_score',
] as const;
const PERCENT = 100;

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
      Type.Integer({
        minimum: 0,
        description: 'As in market-rate, of the lots in the cell; null: not known',
      }),
    ),
    currency: nullable(Type.String({ description: 'Of most lots' })),
    rate_basis: nullable(
      Type.Enum(['realised', 'posted'], {
        description: 'As in market-rate; null: no rate',
      }),
    ),
    occupied_share: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Of the areas in which its lots are, two decimals; null: not told',
      }),
    ),
    occupancy_basis: nullable(Type.Enum([...OCCUPANCY_BASES])),
    pooled: Type.Boolean({
      description:
        'occupied_share is that of areas which reach beyond the cell, because too few operators ' +
        'are in the cell alone',
    }),
    searches: nullable(
      Type.Integer({ minimum: 0, description: 'A week; null: too few callers to be shown' }),
    ),
    searches_pooled: Type.Boolean({
      description: 'In part those of the surroundings, by the spaces in the cell',
    }),
    unmet_searches: nullable(
      Type.Integer({ minimum: 0, description: 'Asked for free spaces and found none' }),
    ),
    agent_share: nullable(Share),
    demand_score: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    withheld: Type.Array(Type.Enum([...WITHHELD]), {
      description:
        'What is null because fewer than 4 operators, or 3 callers, stand behind it here and in ' +
        'all that is around',
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

export function writeHex(hex: Hex): WrittenHex {
  const feature = presentHex(hex);
  const textAndComma = Buffer.from(`${JSON.stringify(feature)},`);
  const { byteLength } = textAndComma;
  const { lots, searches } = feature.properties;
  return { textAndComma, byteLength, isSearchShown: searches !== null, lotCount: lots };
}

function presentHex(hex: Hex): Static<typeof HexFeature> {
  const index = hex.cell.toString(16);
  const properties = {
    h3: index,
    lots: hex.lotCount,
    spaces: hex.spaceCount,
    ...presentRate(hex.rate),
    occupied_share: hex.demand.occupiedShare === null ? null : rounded(hex.demand.occupiedShare),
    occupancy_basis: hex.occupancyBasis,
    pooled: hex.isPooled,
    ...presentSearches(hex.searches),
    demand_score: demandScore(hex.demand),
  };
  return {
    type: 'Feature',
    id: index,
    geometry: roundOutline(hex.cell),
    properties: { ...properties, withheld: WITHHELD.filter((name) => properties[name] === null) },
  };
}

function presentRate(rate: Hex['rate']) {
  const average = rate?.hourly?.average ?? null;
  return {
    avg_hourly_cents: average,
    currency: rate?.currency ?? null,
    rate_basis:
      average === null ? null : rate?.isRealised ? ('realised' as const) : ('posted' as const),
  };
}

function presentSearches(searches: Hex['searches']) {
  return {
    searches: searches?.count ?? null,
    unmet_searches: searches?.unmetCount ?? null,
    agent_share:
      searches === null || searches.count === 0
        ? null
        : rounded(searches.agentCount / searches.count),
    searches_pooled: searches?.isPooled ?? false,
  };
}

function rounded(share: number): number {
  return Math.round(PERCENT * share) / PERCENT;
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
