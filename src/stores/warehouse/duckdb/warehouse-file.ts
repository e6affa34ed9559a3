import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { type DuckDB, openDuckDB } from './duckdb.ts';
import type { Models } from './models.ts';
import { hasSameRaw, remakeChanged } from './remake-changed.ts';
import type { Statements } from './statements.ts';

/** What DuckDB says of a file whose content cannot be what was written. */
const DAMAGE =
  /not a valid DuckDB|corrupt|checksum|could not read enough bytes|replaying WAL|version number/i;

/** The file as it was opened: another one may have been put in its place since. */
export type WarehouseFile = { duckdb: DuckDB; inode: number };

/** A file, and what is to be in it. */
export type WarehousePlan = { path: string; log: Logger; statements: Statements; models: Models };

/** Whether an error means that the file cannot be read again: it has to be made from nothing. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && DAMAGE.test(error.message);
}

/**
 * Opens the warehouse. Where there is none, it is damaged, or its raw tables are those of another
 * version, makes it from nothing, saying why; where only models are another version's, empties
 * these and what reads them. Throws where making it anew would not help: another process has it
 * open, the directory cannot be written.
 */
export async function openWarehouseFile(plan: WarehousePlan): Promise<WarehouseFile> {
  const { path, log, statements, models } = plan;
  if (!existsSync(path)) return createWarehouseFile(plan);
  let duckdb: DuckDB | undefined;
  try {
    duckdb = await openDuckDB(path, statements);
    if (await isOurs(duckdb, models)) {
      const remade = await duckdb.transaction((session) => remakeChanged(session, models));
      if (remade.length > 0)
        log.warn({ path, remade }, 'models of the warehouse have changed: they are made anew');
      return { duckdb, inode: statSync(path).ino };
    }
    log.warn({ path }, 'the warehouse was made by another version: starting from nothing');
  } catch (error) {
    if (!isDamage(error)) {
      await duckdb?.close();
      throw error;
    }
    log.warn({ path, err: error }, 'the warehouse is damaged: starting from nothing');
  }
  await duckdb?.close();
  return createWarehouseFile(plan);
}

/** Removes what there is and makes an empty warehouse with every table, view and macro. */
export async function createWarehouseFile(
  plan: Omit<WarehousePlan, 'log'>,
): Promise<WarehouseFile> {
  const { path, statements, models } = plan;
  // A log left without its file would be taken for the new one's.
  for (const each of [path, `${path}.wal`, `${path}.tmp`])
    rmSync(each, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  const duckdb = await openDuckDB(path, statements);
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

/** A file may be readable and empty, or of a version that kept its state otherwise. */
async function isOurs(duckdb: DuckDB, models: Models): Promise<boolean> {
  return duckdb.alone(async (session) => {
    const [columns] = await session.query<{ count: bigint }>('state/fingerprint_columns_count');
    if (columns?.count !== 1n) return false;
    const [state] = await session.query<{ fingerprint: string }>('state/fingerprint_find');
    return state?.fingerprint === models.state.version && hasSameRaw(session, models);
  });
}
