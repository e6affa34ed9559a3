import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { type Books, readBooks } from './books.ts';
import { layOutHolds, tidiedHolds } from './holds.ts';
import { type JobName, type Observe, type Run, runJob } from './job.ts';
import { type Locks, openLocks } from './locks.ts';
import { layOutRates, tidiedRates } from './rates.ts';
import { layOutRefunds, tidiedRefunds } from './refunds.ts';
import { layOutStays, tidiedStays } from './stays.ts';

type Scene = {
  /** Makes things that are due and others that are not, through the core. */
  layOut(parking: Parking, copies: number): Promise<void>;
  /** The books after all of it is tidied. */
  tidied(copies: number): Books;
};

const SCENES: Record<JobName, Scene> = {
  'expire-sessions': { layOut: layOutStays, tidied: tidiedStays },
  'settle-refunds': { layOut: layOutRefunds, tidied: tidiedRefunds },
  'sweep-holds': { layOut: layOutHolds, tidied: tidiedHolds },
  'apply-rates': { layOut: layOutRates, tidied: tidiedRates },
};

type World = Locks & {
  /** With the rights of the pipelines. */
  connectionString: string;
  /** The books as they must be after the job is done. */
  tidied: Books;
  books(): Promise<Books>;
  /** Runs the job once, in this process. */
  run(observe?: Observe): Promise<Run>;
  /** Whether no other process, running or gone, has a running statement. */
  isQuiet(): Promise<boolean>;
};

/** Unused databases: emptying one takes less time than making one. */
const free: TestDatabase[] = [];

/** Works in a database of its own in which a job has much to do: `copies` of every case. */
export async function inWorld(
  job: JobName,
  copies: number,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const database = free.pop() ?? (await openTestDatabase('plain'));
  try {
    const { layOut, tidied } = SCENES[job];
    await layOut(await openParking(database), copies);
    await work({
      connectionString: database.pipelines.connectionString,
      tidied: tidied(copies),
      books: () => readBooks(database),
      run: (observe = () => {}) => runJob(database.pipelines, job, observe),
      ...openLocks(database),
      async isQuiet() {
        const busy = await database.sql(
          `select from pg_stat_activity where datname = current_database()
             and application_name = 'hexlot tidier' and state <> 'idle'`,
        );
        return busy.length === 0;
      },
    });
    await database.sql(EMPTY);
  } catch (error) {
    await database.drop();
    throw error;
  }
  free.push(database);
}

/** Call this once all work is done. */
export async function dropWorlds(): Promise<void> {
  await Promise.all(free.splice(0).map((database) => database.drop()));
}

/** Without triggers and foreign keys, because the audit log refuses deletions. */
const EMPTY = `
  do $$ declare emptied text; begin
    perform set_config('session_replication_role', 'replica', true);
    foreach emptied in array array['audit_log', 'events', 'idempotency', 'setbacks',
      'simulated_refunds', 'simulated_captures', 'refunds', 'holds', 'dispatches', 'sessions',
      'vehicles', 'lots', 'api_keys', 'operators']
    loop execute format('delete from %I', emptied); end loop;
  end $$`;
