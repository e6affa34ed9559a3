import type { QuarantinedRow } from '../src/stores/warehouse/warehouse.ts';
import { refresh } from './refresh.ts';
import type { RefreshResult } from './run-steps.ts';
import type { RefreshContext } from './step.ts';

/** Rows that one listing shows: those that have waited longest. */
const LISTED_ROWS_MAX = 1_000;

/** `source`: null for all sources. */
export type QuarantineRequest = { source: string | null };

export type Quarantine = {
  /** How many rows are set aside; more than `rows` where there are very many. */
  row_count: number;
  rows: QuarantinedRow[];
};

/** The rows of sources that could not be read, and are in no figure. */
export async function listQuarantine(
  { warehouse }: Pick<RefreshContext, 'warehouse'>,
  { source }: QuarantineRequest,
): Promise<Quarantine> {
  const counts = await warehouse.countQuarantined();
  const asked = counts.filter((count) => source === null || count.source === source);
  return {
    row_count: asked.reduce((sum, { rowCount }) => sum + rowCount, 0),
    rows: await warehouse.quarantined({ source, rowCountMax: LISTED_ROWS_MAX }),
  };
}

export type Retried = {
  /** How many rows were tried again, and how many of the source are set aside now. */
  tried_count: number;
  row_count: number;
  refresh: RefreshResult;
};

/**
 * Reads the rows that were set aside again, and publishes what they say. All facts of their sources
 * are rebuilt from the raw rows and the archive. Throws as `refresh` does; the rows are tried by
 * the next refresh then.
 */
export async function retryQuarantine(
  context: RefreshContext,
  { source }: QuarantineRequest,
): Promise<Retried> {
  const { warehouse } = context;
  const counts = await warehouse.countQuarantined();
  const sources = counts.map((count) => count.source);
  const tried = await warehouse.retry(source === null ? sources : [source]);
  const refreshed = await refresh(context);
  const { row_count } = await listQuarantine(context, { source });
  return { tried_count: tried, row_count, refresh: refreshed };
}
