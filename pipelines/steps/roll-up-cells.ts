import type { RefreshContext } from '../step.ts';
import { advanceModels, type Model } from './advance-models.ts';

const ROLLUPS: readonly Model[] = [
  { name: '4_rollups/open_stays', source: 'audit_log' },
  { name: '4_rollups/stays_by_cell_hour', source: 'audit_log' },
  { name: '4_rollups/occupancy_by_cell_hour', source: 'audit_log' },
  { name: '4_rollups/searches_by_cell_hour', source: 'search_log' },
];

/** Facts -> one row per cell and hour. All facts are there, so every stay finds its lot's cell. */
export function rollUpCells(context: RefreshContext): Promise<number> {
  return advanceModels(context, ROLLUPS);
}
