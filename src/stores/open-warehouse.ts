import type { Logger } from 'pino';
import { openDuckDBWarehouse } from './warehouse/duckdb/open-duckdb-warehouse.ts';
import type { Warehouse } from './warehouse/warehouse.ts';

export type WarehouseOptions = { path: string; log: Logger };

/** Opens the file at `path`, or makes a new one when there is none that can be used. */
export function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  return openDuckDBWarehouse(options);
}
