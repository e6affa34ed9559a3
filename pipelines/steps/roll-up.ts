import type { RefreshContext } from '../step.ts';
import { advanceModels } from './advance-models.ts';

/** Facts -> sums by hour. All facts are there, so every stay finds its lot's cell. */
export function rollUp(context: RefreshContext): Promise<number> {
  return advanceModels(context, context.warehouse.contents.rollups);
}
