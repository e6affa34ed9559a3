import { createKey } from '../../../src/access/keys/create-key.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { killApiProcesses, startApiProcess } from '../processes/api-process.ts';
import { createDrivers, type Drivers } from './drivers.ts';
import { STAY_MINUTES } from './legality.ts';
import { startTidier, type Tidier } from './tidier.ts';

const CALLS_PER_MINUTE = 1_000_000;
const TIDIERS = 2;

export type TidyStage = {
  parking: Parking;
  /** They call the api role, which runs in a process of its own, with one key. */
  drivers: Drivers;
  keyId: string;
  tidiers: readonly Tidier[];
  /** The database's clock in `ms` milliseconds. */
  instantIn(ms: number): Promise<Date>;
  /**
   * Moves stays of STAY_MINUTES and holds so that their time runs out at `from`, and then every
   * `spacingMs`: for stays, the grace after their expected end.
   */
  runOut(
    things: { stayIds: readonly string[]; holdIds: readonly string[] },
    when: { from: Date; spacingMs: number },
  ): Promise<void>;
  close(): Promise<void>;
};

/** Drivers and jobs, each in processes of their own, on one database. */
export async function openTidyStage(): Promise<TidyStage> {
  const parking = await openParking();
  const { database, caller } = parking;
  const { secret, key } = await createKey(database.owner, {
    operatorId: caller.operatorId,
    name: 'drivers',
    mode: 'live',
    scopes: ['sessions:write', 'reservations:write'],
    rateLimits: { write: CALLS_PER_MINUTE },
    actorId: 'test',
  });
  const [api, ...tidiers] = await Promise.all([
    startApiProcess(database.connectionString),
    ...Array.from({ length: TIDIERS }, startTidier),
  ]);
  return {
    parking,
    drivers: createDrivers(api, secret),
    keyId: key.id,
    tidiers,
    async instantIn(ms) {
      const [clock] = await database.sql<{ at: Date }>(
        `select clock_timestamp() + $1 * interval '1 millisecond' as at`,
        [ms],
      );
      if (clock === undefined) throw new Error('the database returned no time');
      return clock.at;
    },
    async runOut({ stayIds, holdIds }, { from, spacingMs }) {
      await database.sql(
        `update sessions set started_at = over.at - make_interval(mins => 15 + $4),
           expected_end = over.at - interval '15 minutes'
         from (
           select id, $2::timestamptz + (number - 1) * $3 * interval '1 millisecond' as at
           from unnest($1::text[]) with ordinality as one (id, number)
         ) as over
         where session_id = over.id`,
        [stayIds, from, spacingMs, STAY_MINUTES],
      );
      await database.sql(
        `update holds
         set expires_at = $2::timestamptz + (number - 1) * $3 * interval '1 millisecond'
         from unnest($1::text[]) with ordinality as one (id, number)
         where hold_id = one.id`,
        [holdIds, from, spacingMs],
      );
    },
    async close() {
      killApiProcesses();
      await Promise.all(tidiers.map((tidier) => tidier.kill()));
      await database.drop();
    },
  };
}
