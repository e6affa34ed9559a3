import { findConversions } from '../src/searches/find-conversions.ts';
import { findCrowds } from '../src/searches/find-crowds.ts';
import { placeLots } from '../src/searches/place-lots.ts';
import type { ReadOptions } from '../src/searches/read-on.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import { SOURCES } from '../src/stores/warehouse/sources.ts';
import type { RefreshContext, Step, StepContext } from './step.ts';
import { buildFacts } from './steps/build-facts.ts';
import { buildMarts } from './steps/build-marts.ts';
import { checkCluster } from './steps/check-cluster.ts';
import { checkMarts } from './steps/check-marts.ts';
import { drain } from './steps/drain.ts';
import { publishMarts } from './steps/publish-marts.ts';
import { publishSurges } from './steps/publish-surges.ts';
import { rollUp } from './steps/roll-up.ts';

/**
 * The steps from Postgres through the warehouse to what readers see, in order. Each does only what
 * is not done yet.
 */
export const STEPS: readonly Step[] = [
  { name: 'check-cluster', run: checkCluster },
  readingOn('find-conversions', findConversions),
  readingOn('find-crowds', findCrowds),
  readingOn('place-lots', placeLots),
  ...SOURCES.map((source) => ({
    name: source.step,
    run: (context: StepContext) => drain(context, source),
  })),
  { name: 'build-facts', run: buildFacts },
  { name: 'roll-up', run: rollUp },
  { name: 'build-marts', run: buildMarts },
  { name: 'check-marts', run: checkMarts },
  { name: 'publish-marts', run: publishMarts },
  { name: 'publish-surges', run: publishSurges },
];

/** A step that reads on in an append-only table of Postgres, and writes down what it finds. */
function readingOn(name: string, read: (db: Postgres, options: ReadOptions) => Promise<number>) {
  const run = ({ db, signal, observe }: StepContext) =>
    read(db, { signal, onWritten: () => observe(`${name} written`) });
  return { name, run };
}

export type RefreshResult = {
  /** The position of the last audit row that the publication contains. */
  watermark: { tx: string; id: string };
  steps: { name: string; rows: number; ms: number }[];
};

/**
 * Drains, builds, checks and publishes once. Throws CheckFailed when the new marts break a promise,
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

/** Empties the warehouse first, so that everything is drained, computed and published again. */
export async function rebuild(context: RefreshContext): Promise<RefreshResult> {
  await context.warehouse.startOver('a rebuild was asked for');
  return refresh(context);
}

/**
 * Must be called before the drains: they then contain everything that was committed before the
 * returned instant (ISO 8601, UTC). null when the database cannot say.
 */
async function findHorizon(db: Postgres): Promise<string | null> {
  const [found] = await db.query<{ horizon: string | null }>('horizon_find');
  return found?.horizon ?? null;
}

async function runSteps(context: RefreshContext): Promise<RefreshResult> {
  const { clock, observe, warehouse } = context;
  const steps: RefreshResult['steps'] = [];
  const horizon = await findHorizon(context.db);
  for (const { name, run } of STEPS) {
    context.signal?.throwIfAborted();
    observe(`${name} begins`);
    const startedAt = clock.now();
    const rows = await run({ ...context, horizon });
    steps.push({ name, rows, ms: clock.now() - startedAt });
    observe(`${name} ends`);
  }
  const { tx, id } = await warehouse.watermark('audit_log');
  return { watermark: { tx, id }, steps };
}
