import { collectGarbage } from '../src/kit/collect-garbage.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import type { ReadingPosition } from '../src/stores/read-on.ts';
import { SOURCES, type Source } from '../src/stores/warehouse/sources.ts';
import { recordNothingNew } from './record-refresh.ts';
import { findHorizon, type RefreshResult } from './run-steps.ts';
import type { RefreshContext } from './step.ts';
import { asOfOf, isSameHour } from './steps/build-marts.ts';

/**
 * All steps run at least this often: some wait for the clock, and not for rows. A surge is written
 * again before half of the five minutes for which it is valid is over.
 */
const WHOLE_MS_MAX = 120_000;
/**
 * A busy service is never at rest, and what its refreshes read would stay in memory, more of it as
 * the data grow. Giving it back takes 0.3 s with 120 MB of data; the next refresh reads what it
 * needs again.
 */
const MEMORY_KEPT_MS_MAX = 50_000;

/** What a refresh that found nothing to do left. */
type AtRest = {
  sinceMs: number;
  /** Each source was drained up to here. */
  drained: ReadonlyMap<Source, ReadingPosition>;
  publicationId: string | null;
  /** Of the publication. */
  asOf: string | null;
  watermark: RefreshResult['watermark'];
};

type Refresh = (context: RefreshContext) => Promise<RefreshResult>;

type TimedRefresh = {
  /** Runs all steps, whatever there is to do. */
  whole(context: RefreshContext, run: Refresh): Promise<RefreshResult>;
  /**
   * The same, unless the last one found nothing to do and nothing came since. Then no step runs:
   * the publication stays, and only the instant up to which it contains everything moves on.
   */
  due(context: RefreshContext, run: Refresh): Promise<RefreshResult>;
};

/** For the process that owns the warehouse. An idle service then costs next to nothing. */
export function createTimedRefresh(): TimedRefresh {
  let atRest: AtRest | undefined;
  let restedAtMs: number | undefined;
  /** Of the start, or of a refresh that had something to do. */
  let hasGarbage = true;

  /** Gives memory back where nothing is to be done now, and also now and then in between. */
  async function rest({ warehouse, clock }: RefreshContext): Promise<void> {
    restedAtMs ??= clock.now();
    const isDue = Math.abs(clock.now() - restedAtMs) >= MEMORY_KEPT_MS_MAX;
    if (atRest === undefined && !isDue) return;
    await warehouse.rest();
    if (hasGarbage) collectGarbage();
    hasGarbage = false;
    restedAtMs = clock.now();
  }

  async function whole(context: RefreshContext, run: Refresh): Promise<RefreshResult> {
    const sinceMs = context.clock.now();
    atRest = undefined;
    const result = await run(context);
    await context.warehouse.mergeLog();
    if (result.steps.every(({ rows }) => rows === 0))
      atRest = { sinceMs, ...(await findState(context)), watermark: result.watermark };
    else hasGarbage = true;
    await rest(context);
    return result;
  }

  return {
    whole,
    async due(context, run) {
      const last = atRest;
      const isRecent =
        last !== undefined && Math.abs(context.clock.now() - last.sinceMs) < WHOLE_MS_MAX;
      return isRecent && (await moveOn(context, last))
        ? { steps: [], watermark: last.watermark }
        : whole(context, run);
    },
  };
}

async function findState({ warehouse }: RefreshContext) {
  const drained = new Map<Source, ReadingPosition>();
  for (const source of SOURCES) drained.set(source, await warehouse.watermark(source.name));
  const { built, published } = await warehouse.state();
  return { drained, publicationId: published.publicationId, asOf: built.asOf };
}

/** False, with nothing done, where there is something to refresh. */
async function moveOn({ db, warehouse }: RefreshContext, last: AtRest): Promise<boolean> {
  const { publicationId, drained } = last;
  const horizon = await findHorizon(db);
  const asOf = asOfOf({ horizon }, last);
  if (!isSameHour(last.asOf, asOf) || (await hasNews(db, drained))) return false;
  await warehouse.holdsAt(asOf);
  last.asOf = asOf;
  const [held] = await db.query('publication_hold', { publicationId, asOf });
  if (held === undefined) return false;
  await recordNothingNew(db, horizon);
  return true;
}

/** Whether a drain would find a row. */
async function hasNews(db: Postgres, drained: AtRest['drained']): Promise<boolean> {
  for (const [{ read }, { tx, id }] of drained)
    if ((await db.readTexts(read, { tx, id, rowCountMax: 1 })).length > 0) return true;
  return false;
}
