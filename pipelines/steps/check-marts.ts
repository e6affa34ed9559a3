import { counted } from '../../src/kit/text/counted.ts';
import type { RefreshContext } from '../step.ts';

const ROWS_SHOWN = 5;

/** A check found rows in the new marts: they are not published, and readers keep the old ones. */
export class CheckFailed extends Error {
  constructor(name: string, rows: readonly object[]) {
    const shown = rows.slice(0, ROWS_SHOWN).map((row) => JSON.stringify(row, writeBigint));
    super(`check ${name} found ${counted(rows.length, 'row')}, such as ${shown.join(' ')}`);
    this.name = 'CheckFailed';
  }
}

/**
 * Runs every check on a build that is not yet published. Throws CheckFailed for the first check
 * that returns rows. Returns how many checks ran.
 */
export async function checkMarts({ warehouse }: RefreshContext): Promise<number> {
  const { built, published } = await warehouse.state();
  if (built.build === published.build) return 0;
  const { checks } = warehouse.contents;
  for (const name of checks) {
    const rows = await warehouse.check(name, { asOf: built.asOf, seen: published.batches });
    if (rows.length > 0) throw new CheckFailed(name, rows);
  }
  return checks.length;
}

function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
