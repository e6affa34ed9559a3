import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { conflict } from '../../../kit/errors.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { lockLot } from './write-lots.ts';

/**
 * Marks one of the caller's lots as deleted; its ref is free again. Errors: NOT_FOUND (lot),
 * CONFLICT in_use while there are stays or live holds.
 */
export async function deleteLot(
  db: Postgres,
  caller: Principal,
  lotId: string,
  requestId: string,
): Promise<void> {
  await db.transaction(async (connection) => {
    const lot = await lockLot(connection, caller, lotId);
    const values = { lotId: lot.lotId, ...actorValues(actorOf(caller, requestId)) };
    const deleted = await connection.query('lot_delete', values);
    if (deleted.length === 0)
      throw conflict('in_use', 'the lot has stays or holds; close it and delete it once they end');
  });
}
