import { cellCentre } from '../../kit/geo/cells.ts';
import { greatCircleMetres } from '../../kit/geo/great-circle.ts';
import { openCities } from '../../kit/places/city-finder.ts';
import type { FoundCity } from '../../kit/places/find-cities.ts';
import { shownText } from '../../kit/text/shown-text.ts';
import type { Querier } from '../../stores/postgres.ts';

/** Lots that say a name are near a city that the gazetteer knows by it, or do not count. */
const NAMESAKE_WITHIN_M = 50_000;
/** A city has so many cells; what more lots say changes nothing. */
const CELLS_MAX = 10_000;

/**
 * The cities in which listed lots are that say, as their own `city`, that they are in a place of
 * this name: a village or suburb that the gazetteer lacks, or does not count lots of. `namesakes`
 * are the cities of this name that the gazetteer knows. The name is then the district.
 */
export async function statedCities(
  db: Querier,
  { name, livemode }: { name: string; livemode: boolean },
  namesakes: readonly FoundCity[],
): Promise<FoundCity[]> {
  const cells = await db.query<{ cell: string }>('cells_list_stated', {
    city: name,
    livemode,
    rowLimit: CELLS_MAX,
  });
  const centres = cells.map(({ cell }) => cellCentre(BigInt(cell)));
  const meant = centres.filter(
    (centre) =>
      namesakes.length === 0 ||
      namesakes.some((city) => greatCircleMetres(city, centre) <= NAMESAKE_WITHIN_M),
  );
  if (meant.length === 0) return [];
  const { cityAt } = await openCities();
  const cities = meant.flatMap((centre) => cityAt(centre) ?? []);
  const distinct = new Map(cities.map((city) => [city.id, { ...city, district: shownText(name) }]));
  return [...distinct.values()];
}
