import { cellAt, cellCentre, cellParent } from '../../src/kit/geo/cells.ts';
import { roundPoint } from '../../src/kit/geo/great-circle.ts';
import { dateOf } from '../../src/kit/time/days.ts';
import { DAY_MS, type Random } from '../pipelines/stage/parking.ts';
import type { TestDatabase } from '../stage/database.ts';
import type { Place } from './histories.ts';

// What makes the past of a world older than the world is.

type Sql = Pick<TestDatabase, 'sql'>;

/** What callers did in a place (a cell of resolution 8) on a day; each of them searched once. */
type Visit = { place: bigint; day: number; operators: number; networks: number };

/** Of some of the last days, without today. */
export function makeVisits(random: Random, { lat, lng }: Place, dayCount: number): Visit[] {
  const place = cellParent(cellAt(lat, lng), 8);
  const today = Math.floor(Date.now() / DAY_MS);
  const most = 3 + Math.floor(7 * random());
  return Array.from({ length: dayCount }, (_, i) => today - 1 - i)
    .filter(() => random() < 0.6)
    .map((day) => {
      const [operators = 0, networks = 0] = [0, 0].map(() => Math.floor((most + 1) * random()));
      return { place, day, operators, networks };
    });
}

/** Writes searches as they are kept: who searched is known by ordinals only. */
export async function addVisits({ sql }: Sql, visits: readonly Visit[]): Promise<void> {
  const rows = visits.map(({ place, day, operators, networks }) => {
    const { lat, lng } = roundPoint(cellCentre(place));
    const [label, cell] = [String(place), String(cellAt(lat, lng))];
    return { on_day: dateOf(day), label, cell, lat, lng, operators, networks };
  });
  await sql(
    `insert into search_log (at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count, caller_ordinal, is_keyed)
     select (on_day + time '09:00') at time zone 'UTC', true, 'search', cell, lat, lng, 500, 1, 1,
       1, number <= operators
     from jsonb_to_recordset($1) as visit (on_day date, cell bigint, lat float8, lng float8,
       operators integer, networks integer),
       generate_series(1, operators + networks) as number`,
    [JSON.stringify(rows)],
  );
  await sql(
    `insert into search_crowds (crowd, livemode, on_day, dimension, label)
     select hashtextextended(on_day || label, 0), true, on_day, 'cell', label
     from jsonb_to_recordset($1) as visit (on_day date, label text, operators integer,
       networks integer)
     where operators + networks >= 3`,
    [JSON.stringify(rows)],
  );
}

/**
 * As if the lots that are there had been listed some days ago, and areas cut then, or, of some
 * countries and of searches, later. Areas must not have been cut yet.
 */
export async function ageWorld(
  { sql }: Sql,
  past: { listedDaysAgo: number; cutDaysAgo: number; countriesCutLater: readonly string[] },
): Promise<void> {
  await sql(`
    alter table audit_log disable trigger audit_log_is_append_only;
    update audit_log set at = at - interval '${past.listedDaysAgo} days'
    where action = 'lot.created';
    alter table audit_log enable trigger audit_log_is_append_only;
    create function cut_earlier() returns trigger language plpgsql as $$
    begin
      new.named_on := new.named_on - case
        when new.kind = 'searches' or new.country = any ('{${past.countriesCutLater}}')
        then ${past.cutDaysAgo} else ${past.listedDaysAgo} end;
      return new;
    end $$;
    create trigger cut_earlier before insert on area_cells
      for each row execute function cut_earlier()`);
}
