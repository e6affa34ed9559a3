import { SOURCES } from '../src/stores/warehouse/sources.ts';
import { type RefreshResult, runSteps } from './run-steps.ts';
import type { RefreshContext, Step, StepContext } from './step.ts';
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
import { loadArchive } from './steps/load-archive.ts';
import { packRows } from './steps/pack-rows.ts';
import { publishMarts } from './steps/publish-marts.ts';
import { publishSurges } from './steps/publish-surges.ts';
import { readHours } from './steps/read-hours.ts';
import { READING_ON } from './steps/read-on.ts';
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
  ...READING_ON,
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

/**
 * Drains, builds, checks and publishes once. A step that fails holds up only those that need it;
 * then throws the error of the first that failed: CheckFailed when the new marts break a promise,
 * and what a store throws. Readers keep the old marts until publish-marts commits. After an error
 * the next refresh continues with what is left. A warehouse whose file turns out to be damaged is
 * replaced by an empty one and filled again within the same call.
 */
export async function refresh(context: RefreshContext): Promise<RefreshResult> {
  try {
    return await runSteps(STEPS, context);
  } catch (error) {
    if (context.signal?.aborted) throw error;
    const isEmptied = await context.warehouse.recover(error);
    if (!isEmptied) throw error;
    return runSteps(STEPS, context);
  }
}
