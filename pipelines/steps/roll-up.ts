import type { RefreshContext } from '../step.ts';
import { advanceModels } from './advance-models.ts';

/** Adds facts up by hour. All facts are built before, so every stay finds its lot's cell. */
export function rollUp(context: RefreshContext): Promise<number> {
  return advanceModels(context, context.warehouse.contents.rollups);
}
