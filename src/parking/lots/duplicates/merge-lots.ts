import { actorValues, systemActor } from '../../../access/principals/actor.ts';
import { conflict } from '../../../kit/errors.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { type LotPair, lockPair, refuseFar } from './lock-pair.ts';

/** `isDryRun`: nothing is written. `actorId` is written into the audit log. */
type Request = { keepId: string; duplicateId: string; isDryRun: boolean; actorId: string };

/**
 * Takes a lot off the list because it is another one: `one` of the pair that is returned stays. Its
 * stays and holds go on to their end, whoever asks for it learns which lot replaced it, and its
 * operator cannot list it again until that is undone. Errors: those of lockPair and refuseFar,
 * CONFLICT merged | not_listed.
 */
export async function mergeLots(db: Postgres, request: Request): Promise<LotPair> {
  return db.transaction(async (connection) => {
    const pair = await lockPair(connection, [request.keepId, request.duplicateId]);
    const { one: kept, other } = pair;
    refuseFar(pair);
    for (const { lotId, mergedInto } of [kept, other])
      if (mergedInto !== null)
        throw conflict('merged', `lot ${lotId} is merged into ${mergedInto} already`);
    if (!kept.isListed) throw conflict('not_listed', `lot ${kept.lotId} is not listed itself`);
    await write(connection, other.lotId, kept.lotId, request);
    return pair;
  });
}

/**
 * Puts a merged lot back: it is listed again, if its operator still wants that and is checked. The
 * other one may be gone.
 * Errors: those of lockPair, CONFLICT not_merged.
 */
export async function unmergeLots(db: Postgres, request: Request): Promise<LotPair> {
  return db.transaction(async (connection) => {
    const pair = await lockPair(connection, [request.keepId, request.duplicateId], {
      withDeleted: true,
    });
    const { one: kept, other } = pair;
    if (other.mergedInto !== kept.lotId)
      throw conflict('not_merged', `lot ${other.lotId} is not merged into ${kept.lotId}`);
    await write(connection, other.lotId, null, request);
    return pair;
  });
}

async function write(
  db: Querier,
  lotId: string,
  mergedInto: string | null,
  { isDryRun, actorId }: Request,
): Promise<void> {
  if (isDryRun) return;
  const actor = actorValues(systemActor(actorId));
  await db.query('lot_merge', { lotId, mergedInto, ...actor });
}
