import { importStays } from '../../../src/imports/sessions/import-stays.ts';
import type { TestDatabase } from '../../stage/database.ts';
import { addCounts, DAY_MS, HOUR_MS, type Random } from './parking.ts';

// Writes enough of what happened on a lot, on whole days before today, for its area to tell of it.

type Sql = Pick<TestDatabase, 'sql'>;
type Of = {
  lotId: string;
  livemode?: boolean;
  /** The day before which it was; today by default. */
  before?: Date;
};

const STAYS = 8;
const COUNTED_DAYS = 8;
let plates = 0;

const midnightBefore = (at: Date) => Math.floor(+at / DAY_MS) * DAY_MS;

/** One paid stay of an hour at noon (UTC) on each of eight days, each of another vehicle. */
export async function addStrongStays(
  database: Pick<TestDatabase, 'sql' | 'owner'>,
  { lotId, livemode = true, before = new Date(), paidPct = 100 }: Of & { paidPct?: number },
): Promise<void> {
  const [lot] = await database.sql<{ rate: number | null; currency: string }>(
    'select rate_minor as rate, currency from lots where lot_id = $1',
    [lotId],
  );
  const stays = Array.from({ length: STAYS }, (_, i) => {
    const startedAt = midnightBefore(before) - (i + 1) * DAY_MS + DAY_MS / 2;
    plates += 1;
    return {
      lotId,
      plate: `STRONG${plates}`,
      startedAt: new Date(startedAt).toISOString(),
      endedAt: new Date(startedAt + HOUR_MS).toISOString(),
      amountMinor: Math.round(((lot?.rate ?? 0) * paidPct) / 100),
      currency: lot?.currency ?? '',
    };
  });
  await importStays(database.owner, { livemode, actorId: 'test', stays });
}

/** One count on each of eight days, of `occupied` vehicles, or any number. */
export async function addStrongCounts(
  database: Sql,
  random: Random,
  { lotId, livemode = true, before = new Date(), occupied }: Of & { occupied?: number },
): Promise<void> {
  const counts = Array.from({ length: COUNTED_DAYS }, (_, i) => ({
    lotId,
    livemode,
    at: new Date(midnightBefore(before) - (i + 1) * DAY_MS + Math.floor(random() * DAY_MS)),
    occupied: occupied ?? Math.floor(random() * 30),
  }));
  await addCounts(database, counts);
}
