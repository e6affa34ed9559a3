import type { TestDatabase } from './database.ts';
import { addLot } from './fixtures.ts';

/** Adds lots of an operator, as fast as the database can: all but the first without audit rows. */
export async function addManyLots(
  database: Pick<TestDatabase, 'sql'>,
  { operatorId, count }: { operatorId: string; count: number },
): Promise<void> {
  const model = await addLot(database, { operator_id: operatorId });
  await database.sql(
    `insert into lots (lot_id, operator_id, livemode, name, slug, latitude, longitude, cell,
       timezone, total_spaces, rate_unit, currency, lot_type)
     select gen_random_uuid(), operator_id, livemode, name, slug, latitude, longitude, cell,
       timezone, total_spaces, rate_unit, currency, lot_type
     from lots, generate_series(2, $2::integer)
     where lot_id = $1`,
    [model, count],
  );
}
