import { SOURCES } from '../sources.ts';
import type { WarehouseState } from '../warehouse.ts';
import type { DuckDBSession } from './duckdb.ts';

type StateRow = {
  cluster: string;
  build: number;
  asOf: string | null;
  publicationId: string;
  publishedBuild: number;
};
type SourceRow = { source: string; batch: number; builtBatch: number; publishedBatch: number };

/** The stored state, with batch 0 for each source without loaded rows. */
export async function readState(session: DuckDBSession): Promise<WarehouseState> {
  const [state] = await session.known<StateRow>('state/warehouse_state_find');
  if (state === undefined) throw new Error('the warehouse has lost its state');
  const rows = await session.known<SourceRow>('state/watermarks_list');
  const batchesBy = (column: Exclude<keyof SourceRow, 'source'>) =>
    Object.fromEntries(
      SOURCES.map(({ name }) => [name, rows.find(({ source }) => source === name)?.[column] ?? 0]),
    );
  return {
    cluster: state.cluster,
    loaded: batchesBy('batch'),
    built: { build: state.build, asOf: state.asOf, batches: batchesBy('builtBatch') },
    published: {
      publicationId: state.publicationId,
      build: state.publishedBuild,
      batches: batchesBy('publishedBatch'),
    },
  };
}
