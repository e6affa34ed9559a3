import { counted } from '../../src/counted.ts';
import type { RefreshContext } from '../step.ts';

const CHECKS = [
  'facts_hold_each_row_once',
  'stays_end_after_they_start',
  'stays_rollup_equals_facts',
  'occupancy_rollup_equals_facts',
  'searches_rollup_equals_facts',
  'open_stays_balance',
  'lot_votes_in_range',
  'cells_have_their_resolution',
  'searched_cells_equal_hours',
  'percentiles_ascend',
] as const;

const ROWS_SHOWN = 5;

/** A promise that the new marts would break: they are not published, readers keep the old ones. */
export class CheckFailed extends Error {
  constructor(name: string, rows: readonly object[]) {
    const shown = rows.slice(0, ROWS_SHOWN).map((row) => JSON.stringify(row, writeBigint));
    super(`check ${name} found ${counted(rows.length, 'row')}, such as ${shown.join(' ')}`);
    this.name = 'CheckFailed';
  }
}

/** Runs every check on what is not yet published. Throws CheckFailed for the first that fails. */
export async function checkMarts({ warehouse }: RefreshContext): Promise<number> {
  const state = await warehouse.state();
  if (state.build === state.published_build) return 0;
  for (const name of CHECKS) {
    const rows = await warehouse.check(`checks/${name}`, {
      as_of: state.as_of,
      audit_from: state.published_audit_batch,
      search_from: state.published_search_batch,
    });
    if (rows.length > 0) throw new CheckFailed(name, rows);
  }
  return CHECKS.length;
}

function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
