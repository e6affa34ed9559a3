import { SOURCES } from '../../src/stores/warehouse/sources.ts';
import type { WarehouseState } from '../../src/stores/warehouse/warehouse.ts';
import type { StepContext } from '../step.ts';

/** The marts are as of this instant while nothing is known to be contained. */
const BEGINNING = '1970-01-01T00:00:00.000000Z';

/**
 * Builds the marts from the rollups, as of the horizon of the drains: they contain everything that
 * was committed before that instant. The instant never moves back. The windows of the marts end at
 * whole hours, so within an hour only what new batches touch is computed again. The same holds
 * within a day (UTC) for windows that end at whole days. Without new batches the marts stay as they
 * are, and only their instant moves on. Returns how many rows were written.
 */
export async function buildMarts(context: StepContext): Promise<number> {
  const { warehouse, observe } = context;
  const { built, loaded } = await warehouse.state();
  const asOf = asOfOf(context, built);
  const isInHour = isSameHour(built.asOf, asOf);
  const isSameDay = built.asOf !== null && dayOf(built.asOf) === dayOf(asOf);
  const hasNew = SOURCES.some(({ name }) => built.batches[name] !== loaded[name]);
  if (isInHour && !hasNew) {
    await warehouse.holdsAt(asOf);
    return 0;
  }
  const nothing = Object.fromEntries(SOURCES.map(({ name }) => [name, 0]));
  return warehouse.build(
    {
      build: built.build + 1,
      asOf,
      batches: loaded,
      seen: isInHour ? built.batches : nothing,
      seenToday: isSameDay ? built.batches : nothing,
      before: built,
    },
    () => observe('build-marts built'),
  );
}

/** The instant of the next build. */
export function asOfOf(
  { horizon }: Pick<StepContext, 'horizon'>,
  built: Pick<WarehouseState['built'], 'asOf'>,
): string {
  return [horizon ?? BEGINNING, built.asOf ?? BEGINNING].sort().at(-1) ?? BEGINNING;
}

/** Whether marts that were built as of an instant (null: never) have the windows of another one. */
export function isSameHour(built: string | null, asOf: string): boolean {
  return built !== null && hourOf(built) === hourOf(asOf);
}

/** For example `2026-11-21T08` for `2026-11-21T08:15:00.000000Z`. */
function hourOf(instant: string): string {
  return instant.slice(0, 13);
}

/** For example `2026-11-21`. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** For example `2026-11`. */
export function monthOf(instant: string): string {
  return instant.slice(0, 7);
}
