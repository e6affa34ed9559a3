import type { RefreshContext } from '../step.ts';
import { advanceModels } from './advance-models.ts';

/** Raw rows -> one row per thing that happened. */
export function buildFacts(context: RefreshContext): Promise<number> {
  return advanceModels(context, context.warehouse.contents.facts);
}
