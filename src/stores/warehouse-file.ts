import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { type DuckDB, openDuckDB } from './duckdb.ts';
import { loadStatement } from './sql.ts';

const ROOT = fileURLToPath(new URL('../../sql/warehouse/', import.meta.url));
/** What DuckDB says of a file whose content cannot be what was written. */
const DAMAGE =
  /not a valid DuckDB|corrupt|checksum|could not read enough bytes|replaying WAL|version number/i;

/** The file as it was opened: another one may have been put in its place since. */
export type WarehouseFile = { duckdb: DuckDB; inode: number };

/** Whether an error means that the file cannot be read again: it has to be made from nothing. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && DAMAGE.test(error.message);
}

/**
 * Opens the warehouse, or makes it from nothing, saying why, where there is none, it is damaged, or
 * it was made by other SQL files than these. Throws where making it anew would not help: another
 * process has it open, the directory cannot be written.
 */
export async function openWarehouseFile(path: string, log: Logger): Promise<WarehouseFile> {
  if (!existsSync(path)) return createWarehouseFile(path);
  let duckdb: DuckDB | undefined;
  try {
    duckdb = await openDuckDB(path);
    if (await isOurs(duckdb)) return { duckdb, inode: statSync(path).ino };
    log.warn({ path }, 'the warehouse was made by another version: starting from nothing');
  } catch (error) {
    if (!isDamage(error)) throw error;
    log.warn({ path, err: error }, 'the warehouse is damaged: starting from nothing');
  }
  await duckdb?.close();
  return createWarehouseFile(path);
}

/** Removes what there is and makes an empty warehouse with every table, view and macro. */
export async function createWarehouseFile(path: string): Promise<WarehouseFile> {
  // A log left without its file would be taken for the new one's.
  for (const each of [path, `${path}.wal`, `${path}.tmp`])
    rmSync(each, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  const duckdb = await openDuckDB(path);
  await duckdb.transaction(async (session) => {
    for (const name of schemaNames()) await session.run(name);
    await session.run('state/warehouse_state_insert', { fingerprint: fingerprint() });
  });
  return { duckdb, inode: statSync(path).ino };
}

/** Whether the file at this path is still the one that was opened. */
export function isInPlace(path: string, file: WarehouseFile): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === file.inode;
}

async function isOurs(duckdb: DuckDB): Promise<boolean> {
  return duckdb.alone(async (session) => {
    const [tables] = await session.query<{ count: bigint }>('state/tables_count');
    if (tables?.count !== 1n) return false;
    const [state] = await session.query<{ fingerprint: string }>('state/warehouse_state_find');
    return state?.fingerprint === fingerprint();
  });
}

/** Every name in sql/warehouse, in the order in which one may read another. */
function names(): string[] {
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.replaceAll('\\', '/').replace(/\.sql$/, ''))
    .sort();
}

function schemaNames(): string[] {
  return names().filter((name) => name.endsWith('.table') || name.startsWith('2_staging/'));
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const name of names()) hash.update(`${name}\n${loadStatement(`warehouse/${name}`).text}\n`);
  return hash.digest('hex');
}
