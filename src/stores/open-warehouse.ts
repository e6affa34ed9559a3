import type { Logger } from 'pino';
import { openDuckDBWarehouse } from './warehouse/duckdb/open-duckdb-warehouse.ts';
import type { Resources } from './warehouse/plan-resources.ts';
import type { Warehouse } from './warehouse/warehouse.ts';

/** `resources`: threads and memory; what is not given follows from the machine. */
type WarehouseOptions = {
  path: string;
  log: Logger;
  resources?: Partial<Resources> | undefined;
};

/** Opens the file at `path`, or makes a new one when there is none that can be used. */
export function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  return openDuckDBWarehouse(options);
}
