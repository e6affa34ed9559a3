import { cutAreas, type ObservedLot } from '../../src/demand/areas/cut-areas.ts';
import { AREA_CELLS } from '../../src/stores/warehouse/sources.ts';
import type { StepContext } from '../step.ts';
import { advanceModels } from './advance-models.ts';
import { asOfOf, dayOf, monthOf } from './build-marts.ts';
import { isNewDay } from './cut-areas.ts';
import { drain } from './drain.ts';

/** `day` is null for a cell in which three callers searched on no day. */
type Searched = { livemode: boolean; cell: string; day: string | null };
type Named = { kind: string; livemode: boolean; cell: string; namedOn: string };

/**
 * Divides areas of searches, those of a mode at most once a month (UTC), and for the first time as
 * soon as that is possible. In each part, and in what is left of a divided area, there were several
 * days on which three callers searched in one cell of resolution 8: days have the part that
 * operators have in areas of lots. The cells are written down in Postgres, where they stay, and
 * drained. Returns how many are new.
 */
export async function cutSearchAreas(context: StepContext): Promise<number> {
  const { db, warehouse, observe } = context;
  const { built } = await warehouse.state();
  const asOf = asOfOf(context, built);
  const all = await db.query<Named>('area_cells_list');
  const named = all.filter(({ kind }) => kind === 'searches');
  if (named.length > 0 && !isNewDay(built, asOf)) return 0;
  const searched = (await warehouse.read('searched_places', asOf)) as Searched[];
  const rows = [true, false].flatMap((livemode) => {
    const known = named.filter((cell) => cell.livemode === livemode);
    if (known.some(({ namedOn }) => monthOf(namedOn) >= monthOf(asOf))) return [];
    const places = searched.filter((place) => place.livemode === livemode).map(toObserved);
    const cells = cutAreas(places, new Set(known.map(({ cell }) => BigInt(cell))));
    return cells.map((cell) => ({ kind: 'searches', livemode, country: '', cell: String(cell) }));
  });
  if (rows.length === 0) return 0;
  await db.query('area_cells_insert', { rows: JSON.stringify(rows), namedOn: dayOf(asOf) });
  observe('cut-search-areas written');
  await drain(context, AREA_CELLS);
  await advanceModels(
    context,
    warehouse.contents.facts.filter(({ source }) => source === AREA_CELLS.name),
  );
  return rows.length;
}

function toObserved({ cell, day }: Searched): ObservedLot {
  return { cell: BigInt(cell), operatorId: day ?? '', isStrong: day !== null };
}
