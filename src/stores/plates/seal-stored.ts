import { setTimeout as sleep } from 'node:timers/promises';
import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import type { Postgres } from '../postgres.ts';
import type { SealStage } from './open-plates.ts';

/** Rows of a transaction: few enough that nobody waits long for one of them. */
const ROWS_PER_STEP = 500;
/** lock_not_available, deadlock_detected */
const LOCKED_OUT = ['55P03', '40P01'];
const PAUSE_MS = 250;

type Sealing = {
  db: Postgres;
  signal?: AbortSignal | undefined;
  onSealed?: (count: number) => void;
  /** Rows of a transaction; a test may want few. */
  rowCountMax?: number;
};

/** How far the sealing of stored plates is. */
export async function findSealStage(db: Pick<Postgres, 'query'>): Promise<SealStage | undefined> {
  const [row] = await db.query<{ stage: SealStage }>('plate_keys_find_stage');
  return row?.stage;
}

/**
 * Lets plates be written sealed, and seals all that are stored plain, while others work; processes
 * of the version before, which would not find them, have to be gone. It may be ended at any moment,
 * and goes on where it was when it is called again. Returns how many rows were sealed.
 */
export async function sealStored({
  db,
  signal,
  onSealed,
  rowCountMax = ROWS_PER_STEP,
}: Sealing): Promise<number> {
  if ((await findSealStage(db)) === 'sealed') return 0;
  let count = await untilFree(() => begin(db), signal);
  for (const step of [vehicles(db, rowCountMax), shownPlates(db, rowCountMax)]) {
    for (let sealed = await step(); sealed > 0; sealed = await step()) {
      signal?.throwIfAborted();
      count += sealed;
      onSealed?.(count);
    }
  }
  await untilFree(() => db.query('plates_finish_sealing'), signal);
  return count;
}

/** Erasures that wait are few, and compared with plates that are given from now on. */
function begin(db: Postgres): Promise<number> {
  return db.transaction(async (connection) => {
    await connection.query('plates_begin_sealing');
    const rows = await connection.query<{ erasureId: string; plate: string }>(
      'erasures_list_plain',
    );
    await connection.query('erasures_seal', {
      erasureIds: rows.map(({ erasureId }) => erasureId),
      plates: rows.map(({ plate }) => plate),
    });
    return rows.length;
  });
}

function vehicles(db: Postgres, rowLimit: number): () => Promise<number> {
  let afterId = 0;
  return async () => {
    const rows = await db.query<{ vehicleId: number; plate: string }>('vehicles_list_plain', {
      afterId,
      rowLimit,
    });
    await db.query('vehicles_seal', {
      vehicleIds: rows.map(({ vehicleId }) => vehicleId),
      plates: rows.map(({ plate }) => plate),
    });
    afterId = rows.at(-1)?.vehicleId ?? afterId;
    return rows.length;
  };
}

function shownPlates(db: Postgres, rowLimit: number): () => Promise<number> {
  let afterId = '';
  return async () => {
    const rows = await db.query<{ entityId: string; shownPlate: string }>(
      'shown_plates_list_plain',
      { afterId, rowLimit },
    );
    await db.query('shown_plates_seal', {
      entityIds: rows.map(({ entityId }) => entityId),
      shownPlates: rows.map(({ shownPlate }) => shownPlate),
    });
    afterId = rows.at(-1)?.entityId ?? afterId;
    return rows.length;
  };
}

/** Who waits for a table makes others wait behind it: so it is tried half a second at a time. */
async function untilFree<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!LOCKED_OUT.includes(databaseError(error)?.code ?? '')) throw error;
    }
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
