import { findConversions } from '../src/demand/searches/find-conversions.ts';
import { findCrowds } from '../src/demand/searches/find-crowds.ts';
import { placeLots } from '../src/demand/searches/place-lots.ts';
import { counted } from '../src/kit/text/counted.ts';
import { findDuplicates } from '../src/parking/lots/duplicates/find-duplicates.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import type { ReadOptions } from '../src/stores/read-on.ts';
import { SOURCES } from '../src/stores/warehouse/sources.ts';
import { listArchiveFiles } from './archive-files.ts';
import { noFailures } from './failures.ts';
import { inspectArchive } from './inspect-archive.ts';
import {
  type RefreshRecord,
  recordFailure,
  recordSuccess,
  type StepDone,
} from './record-refresh.ts';
import type { Observe, RefreshContext, Step, StepContext } from './step.ts';
import { buildFacts } from './steps/build-facts.ts';
import { buildForecasts } from './steps/build-forecasts.ts';
import { buildMarts } from './steps/build-marts.ts';
import { checkCluster } from './steps/check-cluster.ts';
import { checkMarts } from './steps/check-marts.ts';
import { checkQuarantine } from './steps/check-quarantine.ts';
import { cutAreas } from './steps/cut-areas.ts';
import { cutSearchAreas } from './steps/cut-search-areas.ts';
import { drain } from './steps/drain.ts';
import { dropDays } from './steps/drop-days.ts';
import { isInPostgres, loadArchive } from './steps/load-archive.ts';
import { packRows } from './steps/pack-rows.ts';
import { publishMarts } from './steps/publish-marts.ts';
import { publishSurges } from './steps/publish-surges.ts';
import { readHours } from './steps/read-hours.ts';
import { rollUp } from './steps/roll-up.ts';

/** What the warehouse must have before anything is added to it. */
const LOADED = ['load-archive'];

/**
 * The steps from Postgres through the warehouse to what readers see, in order. Each does only what
 * is not done yet.
 */
export const STEPS: readonly Step[] = [
  { name: 'check-cluster', needs: [], run: checkCluster },
  { name: 'load-archive', needs: ['check-cluster'], run: loadArchive },
  readingOn('find-conversions', findConversions),
  readingOn('find-crowds', findCrowds),
  readingOn('place-lots', placeLots),
  readingOn('find-duplicates', findDuplicates),
  ...SOURCES.map((source) => ({
    name: source.step,
    needs: LOADED,
    run: (context: StepContext) => drain(context, source),
  })),
  { name: 'build-facts', needs: LOADED, run: buildFacts },
  { name: 'roll-up', needs: LOADED, run: rollUp },
  { name: 'read-hours', needs: LOADED, run: readHours },
  { name: 'cut-areas', needs: 'all', run: cutAreas },
  { name: 'cut-search-areas', needs: 'all', run: cutSearchAreas },
  { name: 'check-quarantine', needs: 'all', run: checkQuarantine },
  // One edition: either everything that was committed before its instant is in it, or none is made.
  { name: 'build-marts', needs: 'all', run: buildMarts },
  { name: 'check-marts', needs: 'all', run: checkMarts },
  { name: 'publish-marts', needs: 'all', run: publishMarts },
  { name: 'publish-surges', needs: ['build-facts', 'roll-up'], run: publishSurges },
  { name: 'build-forecasts', needs: ['build-facts', 'roll-up'], run: buildForecasts },
  { name: 'pack-rows', needs: LOADED, run: packRows },
  { name: 'drop-days', needs: ['pack-rows'], run: dropDays },
];

/** A step that reads on in an append-only table of Postgres, and writes down what it finds. */
function readingOn(name: string, read: (db: Postgres, options: ReadOptions) => Promise<number>) {
  const run = ({ db, signal, observe }: StepContext) =>
    read(db, { signal, onWritten: () => observe(`${name} written`) });
  return { name, needs: [], run };
}

export type RefreshResult = {
  /** The position of the last audit row that the publication contains. */
  watermark: { tx: string; id: string };
  steps: StepDone[];
};

/**
 * Drains, builds, checks and publishes once. A step that fails holds up only those that need it;
 * then throws the error of the first that failed: CheckFailed when the new marts break a promise,
 * and what a store throws. Readers keep the old marts until publish-marts commits. After an error
 * the next refresh continues with what is left. A warehouse whose file turns out to be damaged is
 * replaced by an empty one and filled again within the same call.
 */
export async function refresh(context: RefreshContext): Promise<RefreshResult> {
  try {
    return await runSteps(context);
  } catch (error) {
    if (context.signal?.aborted) throw error;
    const isEmptied = await context.warehouse.recover(error);
    if (!isEmptied) throw error;
    return runSteps(context);
  }
}

/**
 * Empties the warehouse first, so that everything is computed and published again, from the archive
 * and from what is drained after it. Throws when that would lose searches, because their file of
 * the archive is damaged and PostgreSQL no longer has them: the warehouse stays as it is then.
 */
export async function rebuild(context: RefreshContext): Promise<RefreshResult> {
  await refuseLoss(context);
  await context.warehouse.startOver('a rebuild was asked for');
  return refresh(context);
}

/**
 * Must be called before the drains: they then contain everything that was committed before the
 * returned instant (ISO 8601, UTC). null when the database cannot say.
 */
export async function findHorizon(db: Postgres): Promise<string | null> {
  const [found] = await db.query<{ horizon: string | null }>('horizon_find');
  return found?.horizon ?? null;
}

async function runSteps(context: RefreshContext): Promise<RefreshResult> {
  const { clock, log, signal, warehouse } = context;
  const steps: StepDone[] = [];
  const horizon = await findHorizon(context.db);
  const failures = noFailures();
  let isOver = false;
  const observe: Observe = (point) => {
    isOver = true;
    context.observe(point);
    isOver = false;
  };
  for (const [i, { name, needs, run }] of STEPS.entries()) {
    signal?.throwIfAborted();
    const needed = needs === 'all' ? STEPS.slice(0, i).map((step) => step.name) : needs;
    if (isOver || needed.some(failures.has)) {
      failures.waiting.add(name);
      continue;
    }
    try {
      observe(`${name} begins`);
      const startedAt = clock.now();
      const rows = await run({ ...context, observe, horizon, failures });
      steps.push({ name, rows, ms: clock.now() - startedAt });
      observe(`${name} ends`);
    } catch (error) {
      signal?.throwIfAborted();
      failures.failed.set(name, error);
      log.error({ err: error, step: name }, 'a step of the refresh failed');
      isOver ||= !(await canGoOn(context));
    }
  }
  const record: RefreshRecord = { steps, horizon, failures };
  const failure = failures.first();
  if (failure !== undefined) {
    await recordFailure(context, record, failure);
    throw failure;
  }
  await recordSuccess(context, record);
  const { tx, id } = await warehouse.watermark('audit_log');
  return { watermark: { tx, id }, steps };
}

/** Whether both stores answer: without them every step would fail. */
async function canGoOn({ db, warehouse }: RefreshContext): Promise<boolean> {
  try {
    await findHorizon(db);
    await warehouse.state();
    return true;
  } catch {
    return false;
  }
}

/** Throws for a damaged file of the archive whose searches PostgreSQL does not have. */
async function refuseLoss(context: RefreshContext): Promise<void> {
  const files = (await listArchiveFiles(context.db)).get('search_log') ?? [];
  const damaged = await inspectArchive(context, files, { isThorough: true });
  for (const file of damaged) {
    const { fileName, damage, rowCount } = file;
    if (!(await isInPostgres(context.db, file)))
      throw new Error(
        `a rebuild would lose up to ${counted(rowCount, 'search', 'searches')}: ${fileName} of ` +
          `the archive is ${damage}. Put it back, or delete the warehouse file to do without it.`,
      );
  }
}
