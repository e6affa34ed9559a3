import { dirname, sep } from 'node:path';
import type { Environment } from './environment.ts';
import { checkWritable } from './writable.ts';

/** Throws ConfigError naming the variable when the directory of the file cannot be written. */
export async function checkWarehouse({ config }: Pick<Environment, 'config'>): Promise<void> {
  const isInDataDir = config.warehousePath.startsWith(`${config.dataDir}${sep}`);
  const variable = isInDataDir ? 'HEXLOT_DATA_DIR' : 'HEXLOT_WAREHOUSE_URL';
  await checkWritable(variable, dirname(config.warehousePath));
}
