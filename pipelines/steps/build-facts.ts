import type { RefreshContext } from '../step.ts';
import { advanceModels, type Model } from './advance-models.ts';

const FACTS: readonly Model[] = [
  { name: '3_facts/fct_lot_changes', source: 'audit_log' },
  { name: '3_facts/fct_session_starts', source: 'audit_log' },
  { name: '3_facts/fct_stays', source: 'audit_log' },
  { name: '3_facts/1_paid/fct_paid_stays', source: 'audit_log' },
  { name: '3_facts/fct_searches', source: 'search_log' },
];

/** Raw rows -> one row per thing that happened. */
export function buildFacts(context: RefreshContext): Promise<number> {
  return advanceModels(context, FACTS);
}
