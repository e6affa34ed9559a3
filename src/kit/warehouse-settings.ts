import { type Environment, optionalInteger } from './read-setting.ts';

/** What is not set follows from the machine. */
export type WarehouseSettings = Readonly<{ threads?: number; memoryMib?: number }>;

/** More than any machine has. */
const WAREHOUSE_THREADS_MAX = 1_024;
/** With less, a warehouse cannot be opened and filled. */
const WAREHOUSE_MEMORY_MIB_MIN = 64;
/** 16 TiB. */
const WAREHOUSE_MEMORY_MIB_MAX = 16_777_216;

/** Throws ConfigError naming the variable. */
export function warehouseSettings(env: Environment): WarehouseSettings {
  const threads = optionalInteger(env, 'HEXLOT_WAREHOUSE_THREADS', 1, WAREHOUSE_THREADS_MAX);
  const memoryMib = optionalInteger(
    env,
    'HEXLOT_WAREHOUSE_MEMORY_MIB',
    WAREHOUSE_MEMORY_MIB_MIN,
    WAREHOUSE_MEMORY_MIB_MAX,
  );
  return {
    ...(threads !== undefined && { threads }),
    ...(memoryMib !== undefined && { memoryMib }),
  };
}
