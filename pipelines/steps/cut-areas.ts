import { cutAreas as cut, type ObservedLot } from '../../src/demand/areas/cut-areas.ts';
import { AREA_CELLS } from '../../src/stores/warehouse/sources.ts';
import type { WarehouseState } from '../../src/stores/warehouse/warehouse.ts';
import type { StepContext } from '../step.ts';
import { advanceModels } from './advance-models.ts';
import { asOfOf, dayOf, monthOf } from './build-marts.ts';
import { drain } from './drain.ts';

type Place = { livemode: boolean; country: string };
type Observed = Place & { cell: string; operatorId: string; isStrong: boolean };
type Named = Place & { kind: string; cell: string; namedOn: string };

/**
 * Divides areas where several operators have enough observations in each part: those of a country
 * at most once a month (UTC), and for the first time on the first day with enough. They are written
 * down in Postgres, where they stay, and drained. Returns how many areas are new.
 */
export async function cutAreas(context: StepContext): Promise<number> {
  const { db, warehouse, observe } = context;
  const { built } = await warehouse.state();
  const asOf = asOfOf(context, built);
  const named = (await db.query<Named>('area_cells_list')).filter(({ kind }) => kind === 'use');
  if (named.length > 0 && !isNewDay(built, asOf)) return 0;
  const lots = (await warehouse.read('observed_lots', asOf)) as Observed[];
  const countries = Map.groupBy(named, placeOf);
  const rows = [...Map.groupBy(lots, placeOf)].flatMap(([place, inPlace]) => {
    const known = countries.get(place) ?? [];
    const newest = known
      .map(({ namedOn }) => namedOn)
      .sort()
      .at(-1);
    if (newest !== undefined && monthOf(newest) >= monthOf(asOf)) return [];
    const [{ livemode, country } = { livemode: true, country: '' }] = inPlace;
    const cells = cut(inPlace.map(toLot), new Set(known.map(({ cell }) => BigInt(cell))));
    return cells.map((cell) => ({ kind: 'use', livemode, country, cell: String(cell) }));
  });
  if (rows.length === 0) return 0;
  await db.query('area_cells_insert', { rows: JSON.stringify(rows), namedOn: dayOf(asOf) });
  observe('cut-areas written');
  await drain(context, AREA_CELLS);
  await advanceModels(
    context,
    warehouse.contents.facts.filter(({ source }) => source === AREA_CELLS.name),
  );
  return rows.length;
}

/** Not in a rebuild, so that it publishes the same areas. */
export function isNewDay(
  { asOf: before }: Pick<WarehouseState['built'], 'asOf'>,
  asOf: string,
): boolean {
  return before !== null && dayOf(before) !== dayOf(asOf);
}

function placeOf({ livemode, country }: Place): string {
  return `${livemode} ${country}`;
}

function toLot({ cell, operatorId, isStrong }: Observed): ObservedLot {
  return { cell: BigInt(cell), operatorId, isStrong };
}
