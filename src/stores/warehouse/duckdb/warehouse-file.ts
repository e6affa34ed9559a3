import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Resources } from '../plan-resources.ts';
import { type DuckDB, openDuckDB } from './duckdb.ts';
import type { Models } from './models/models.ts';
import type { Statements } from './models/statements.ts';
import { hasSameRaw, remakeChanged } from './remake-changed.ts';

/** Messages of DuckDB about a file whose content is not what was written. */
const DAMAGE =
  /not a valid DuckDB|corrupt|checksum|could not read enough bytes|replaying WAL|version number/i;

/** Merging this much takes half a second. */
const LOG_BYTES_MAX = 64 * 1_024 * 1_024;

/** An open file. The inode tells whether another file was put in its place since. */
type WarehouseFile = { duckdb: DuckDB; inode: number };

/** Where the file is, and the statements for it. */
type WarehousePlan = {
  path: string;
  log: Logger;
  statements: Statements;
  models: Models;
  resources: Resources;
};

/** Whether an error means that the file is damaged, so that it has to be created again. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && DAMAGE.test(error.message);
}

/**
 * Opens the warehouse. Creates an empty one when the file is missing, is damaged, or has raw tables
 * or a state of another version; the last two are logged. When only models have changed, empties
 * them and everything computed from them. Throws when an empty file would not help, for example
 * because another process has it open or the directory cannot be written.
 */
export async function openWarehouseFile(plan: WarehousePlan): Promise<WarehouseFile> {
  const { path, log, statements, models, resources } = plan;
  if (!existsSync(path)) return createWarehouseFile(plan);
  let duckdb: DuckDB | undefined;
  try {
    duckdb = await openDuckDB(path, statements, resources);
    if (await isOurs(duckdb, models)) {
      const remade = await duckdb.transaction((session) => remakeChanged(session, models));
      if (remade.length > 0)
        log.warn({ path, remade }, 'models of the warehouse have changed; rebuilding them');
      return { duckdb, inode: statSync(path).ino };
    }
    log.warn({ path }, 'the warehouse was made by another version; starting empty');
  } catch (error) {
    if (!isDamage(error)) {
      await duckdb?.close();
      throw error;
    }
    log.warn({ path, err: error }, 'the warehouse is damaged; starting empty');
  }
  await duckdb?.close();
  return createWarehouseFile(plan);
}

/** Removes the old file and creates an empty warehouse with every table, view and macro. */
export async function createWarehouseFile(
  plan: Omit<WarehousePlan, 'log'>,
): Promise<WarehouseFile> {
  const { path, statements, models, resources } = plan;
  // Otherwise DuckDB would apply a log that was left behind to the new file.
  for (const each of [path, logOf(path), `${path}.tmp`])
    rmSync(each, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  const duckdb = await openDuckDB(path, statements, resources);
  await duckdb.transaction(async (session) => {
    for (const each of models.state.paths) await session.run(each);
    await session.run('state/warehouse_state_insert', { fingerprint: models.state.version });
    await remakeChanged(session, models);
  });
  return { duckdb, inode: statSync(path).ino };
}

/** Whether the file at this path is still the one that was opened. */
export function isInPlace(path: string, file: WarehouseFile): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === file.inode;
}

/** The rows of all tables, and the bytes of the file and its log. */
export async function sizeOf(
  path: string,
  { duckdb }: WarehouseFile,
): Promise<{ rowCount: number; byteCount: number }> {
  const [found] = await duckdb.alone((session) =>
    session.query<{ rowCount: bigint }>('state/warehouse_size'),
  );
  const byteCount = bytesOf(path) + bytesOf(logOf(path));
  return { rowCount: Number(found?.rowCount ?? 0), byteCount };
}

/** Merges the log into the file where it has more than `bytesMax`. */
export async function mergeLog(
  path: string,
  { duckdb }: WarehouseFile,
  bytesMax = LOG_BYTES_MAX,
): Promise<void> {
  if (bytesOf(logOf(path)) <= bytesMax) return;
  await duckdb.alone((session) => session.run('state/log_merge'));
}

/** What is only in the log stays in memory whatever the limit, so it is merged first. */
export async function rest(path: string, file: WarehouseFile): Promise<void> {
  await mergeLog(path, file, 0);
  await file.duckdb.alone((session) => session.giveBackMemory());
}

const logOf = (path: string) => `${path}.wal`;

/** 0 for a file that is not there. */
const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** False for a file that is empty, or of a version with another state or other raw tables. */
async function isOurs(duckdb: DuckDB, models: Models): Promise<boolean> {
  return duckdb.alone(async (session) => {
    const [columns] = await session.query<{ count: bigint }>('state/fingerprint_columns_count');
    if (columns?.count !== 1n) return false;
    const [state] = await session.query<{ fingerprint: string }>('state/fingerprint_find');
    return state?.fingerprint === models.state.version && hasSameRaw(session, models);
  });
}
