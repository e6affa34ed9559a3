import { SOURCES } from '../../src/stores/warehouse/sources.ts';
import type { Batches, Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { StepContext } from '../step.ts';

/** As of when nothing is known to be contained. */
const BEGINNING = '1970-01-01T00:00:00.000000Z';

/**
 * Rollups -> marts as of the horizon of the drains: whatever was committed before it is contained,
 * and it never goes back. Their windows end at whole hours: within an hour only what new batches
 * touch is made anew, and without new batches the same marts hold at a later instant.
 */
export async function buildMarts({ warehouse, observe, horizon }: StepContext): Promise<number> {
  const { built } = await warehouse.state();
  const asOf = [horizon ?? BEGINNING, built.asOf ?? BEGINNING].sort().at(-1) ?? BEGINNING;
  const batches = await newestBatches(warehouse);
  const isSameHour = built.asOf !== null && hourOf(built.asOf) === hourOf(asOf);
  const hasNew = SOURCES.some(({ name }) => built.batches[name] !== batches[name]);
  if (isSameHour && !hasNew) {
    await warehouse.holdsAt(asOf);
    return 0;
  }
  const nothing = Object.fromEntries(SOURCES.map(({ name }) => [name, 0]));
  return warehouse.build(
    { build: built.build + 1, asOf, batches, seen: isSameHour ? built.batches : nothing },
    () => observe('build-marts built'),
  );
}

async function newestBatches(warehouse: Warehouse): Promise<Batches> {
  const batches: Record<string, number> = {};
  for (const { name } of SOURCES) batches[name] = (await warehouse.watermark(name)).batch;
  return batches;
}

/** `2026-11-21T08` of `2026-11-21T08:15:00.000000Z`. */
function hourOf(instant: string): string {
  return instant.slice(0, 13);
}
