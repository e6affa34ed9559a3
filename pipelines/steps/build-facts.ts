import type { RefreshContext } from '../step.ts';
import { advanceModels } from './advance-models.ts';

/** Turns raw rows into facts: one row for each thing that happened. */
export function buildFacts(context: RefreshContext): Promise<number> {
  return advanceModels(context, context.warehouse.contents.facts);
}
