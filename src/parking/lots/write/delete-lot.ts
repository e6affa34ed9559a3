import { actorValues, callerActor } from '../../../access/keys/actor.ts';
import type { Caller } from '../../../access/keys/caller.ts';
import { conflict } from '../../../kit/errors.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { lockLot } from './write-lots.ts';

/**
 * Marks one of the caller's lots as deleted; its ref is free again. Errors: NOT_FOUND (lot),
 * CONFLICT in_use while there are stays or live holds.
 */
export async function deleteLot(
  db: Postgres,
  caller: Caller,
  lotId: string,
  requestId: string,
): Promise<void> {
  await db.transaction(async (connection) => {
    const lot = await lockLot(connection, caller, lotId);
    const values = { lotId: lot.lotId, ...actorValues(callerActor(caller, requestId)) };
    const deleted = await connection.query('lot_delete', values);
    if (deleted.length === 0)
      throw conflict('in_use', 'the lot has stays or holds; close it and delete it once they end');
  });
}
