import { randomFrom } from '../../src/demo/random.ts';
import { cellAt } from '../../src/kit/geo/cells.ts';
import { type LatLng, roundPoint } from '../../src/kit/geo/great-circle.ts';
import { newUuid } from '../../src/kit/uuid.ts';
import type { TestDatabase } from '../stage/database.ts';
import { destination } from './places.ts';

export const MIDDLE: LatLng = { lat: 43.6532, lng: -79.3832 };

/** Lots spread evenly between two distances from a place. */
export type ManyLots = { count: number; metres: number; fromMetres?: number; around?: LatLng };

/** Writes many lots with their audit rows by one statement each. Returns their ids. */
export async function addManyLots(
  { sql }: Pick<TestDatabase, 'sql'>,
  operatorId: string,
  { count, metres, fromMetres = 0, around = MIDDLE }: ManyLots,
): Promise<string[]> {
  const random = randomFrom(count);
  const ids = Array.from({ length: count }, () => newUuid());
  const places = ids.map(() => {
    const share = random();
    const distance = Math.sqrt(fromMetres ** 2 + share * (metres ** 2 - fromMetres ** 2));
    return roundPoint(destination(around, distance, 2 * Math.PI * random()));
  });
  await sql(
    `with added as (
       insert into lots (lot_id, operator_id, livemode, name, slug, latitude, longitude, cell,
         country, timezone, total_spaces, rate_minor, rate_unit, currency, lot_type, tariff)
       select lot_id, $5, true, 'Lot ' || n, 'lot', lat, lng, cell, 'CA', 'America/Toronto', 10,
         350, 'hour', 'cad', 'surface', plain_tariff(350, 'hour', 1, null, false)
       from unnest($1::uuid[], $2::float8[], $3::float8[], $4::bigint[])
         with ordinality as lot (lot_id, lat, lng, cell, n)
       returning lots.*
     )
     insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     select 'system', 'test', operator_id, livemode, 'lot.created', lot_id::text,
       jsonb_build_object('before', null, 'after', lot_snapshot(added))
     from added`,
    [
      ids,
      places.map(({ lat }) => lat),
      places.map(({ lng }) => lng),
      places.map(({ lat, lng }) => cellAt(lat, lng)),
      operatorId,
    ],
  );
  return ids;
}
