import { actorValues, systemActor } from '../../../access/principals/actor.ts';
import { conflict } from '../../../kit/errors.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { type LotPair, lockPair, refuseFar } from './lock-pair.ts';

/**
 * `isDistinct`: false takes it back. `isDryRun`: nothing is written. `actorId` is written into the
 * audit log.
 */
type Request = {
  oneId: string;
  otherId: string;
  isDistinct: boolean;
  isDryRun: boolean;
  actorId: string;
};

/**
 * Writes down that two lots which look like one car park are two: from the next refresh on both
 * count, and neither names the other. Doing it twice changes nothing. Errors: those of
 * lockPair and refuseFar, CONFLICT not_distinct when there is nothing to take back.
 */
export async function callDistinct(db: Postgres, request: Request): Promise<LotPair> {
  const { isDistinct, isDryRun, actorId } = request;
  return db.transaction(async (connection) => {
    const pair = await lockPair(connection, [request.oneId, request.otherId]);
    if (isDistinct) refuseFar(pair);
    const { one, other } = pair;
    const [written] = await connection.query<{ isKnown: boolean }>('distinct_lots_put', {
      oneId: one.lotId,
      otherId: other.lotId,
      isDistinct,
      isDryRun,
      ...actorValues(systemActor(actorId)),
    });
    if (!isDistinct && written?.isKnown !== true)
      throw conflict('not_distinct', 'these lots are not marked as two car parks');
    return pair;
  });
}
