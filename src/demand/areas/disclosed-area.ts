import { areaCellOf } from './cut-areas.ts';

/**
 * What may be disclosed of an area, as published. Percentages are null where nothing may be
 * disclosed.
 */
export type DisclosedArea = {
  country: string;
  /** That of the area; 0 for what of a country is in no finer one. */
  cell: bigint;
  median_space_count: number | null;
  stay_count: number | null;
  paid_stay_count: number | null;
  /** What stays cost, in percent of the posted prices. */
  paid_pct: number | null;
  /** Of the last seven whole days; vehicles were counted in measured_pct of them. */
  occupied_pct: number | null;
  measured_pct: number | null;
};

export function areaKey({ country, cell }: Pick<DisclosedArea, 'country' | 'cell'>): string {
  return `${country} ${cell}`;
}

/** Callers of 7 days in the area of searches around a cell, where known. */
export type SearchesAt = (cell: bigint) => number | undefined;

/** Finds the area in which a lot is. */
export type AreaOf = (lot: {
  country: string;
  cell: bigint;
  /** Its operator has declared its figures public, so its own cell is an area. */
  is_public: boolean;
}) => DisclosedArea | undefined;

export function areaFinder(areas: readonly DisclosedArea[]): AreaOf {
  const byCountry = new Map(
    [...Map.groupBy(areas, ({ country }) => country)].map(([country, own]) => [
      country,
      new Map(own.map((area) => [area.cell, area])),
    ]),
  );
  return ({ country, cell, is_public }) => {
    const own = byCountry.get(country);
    return own?.get(is_public ? cell : (areaCellOf(cell, own) ?? 0n));
  };
}

/** Of areas of searches. */
export type SearchArea = {
  /** 0 for what is in no finer one. */
  cell: bigint;
  /** Of seven days; null: too few callers to be disclosed. */
  search_count: number | null;
  unmet_count: number | null;
  agent_count: number | null;
  /** Callers, each once a day, in the place that has most of them. */
  searcher_count: number | null;
  /** Per million spaces of the lots there; null: not told, or there are no lots. */
  searches_per_million: number | null;
};

export function searchFinder(areas: readonly SearchArea[]): SearchesAt {
  const byCell = new Map(areas.map((area) => [area.cell, area.searcher_count]));
  // What is in no finer area has no place in common, so its callers are not compared.
  byCell.delete(0n);
  return (cell) => byCell.get(searchCellOf(cell, byCell)) ?? undefined;
}

/** The area of searches that contains a cell of CELL_RESOLUTION; 0 for what is in no finer one. */
export function searchCellOf(cell: bigint, areas: { has(cell: bigint): boolean }): bigint {
  return areaCellOf(cell, areas) ?? 0n;
}
