import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findCluster, processesOf } from '../../bin/stage/data-folder.ts';
import type { TestDatabase } from '../../stage/database.ts';

/** What a service takes at an instant, in bytes. */
export type Sizes = {
  /** By role, of its process, each page shared with others in equal parts; `postgres`: of all. */
  memory: Map<string, number>;
  /** By table, with its indexes. */
  tables: Map<string, number>;
  /** Of the data folder without the database. */
  files: number;
};

export async function measureService(dataDir: string, database: TestDatabase): Promise<Sizes> {
  const tables = await database.sql<{ name: string; bytes: number }>(
    `select nspname || '.' || relname as name, pg_total_relation_size(pg_class.oid)::float8 as bytes
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'm') and nspname not in ('pg_catalog', 'information_schema')`,
  );
  return {
    memory: memoryOf(dataDir),
    tables: new Map(tables.map(({ name, bytes }) => [name, bytes])),
    files: bytesOf(dataDir, findCluster(dataDir)),
  };
}

function memoryOf(dataDir: string): Map<string, number> {
  const memory = new Map<string, number>();
  const folders = [dataDir, findCluster(dataDir) ?? dataDir];
  for (const { pid, command } of processesOf(folders)) {
    const role = /hexlot\.ts (\w+)/.exec(command)?.[1] ?? 'postgres';
    memory.set(role, (memory.get(role) ?? 0) + proportionalBytes(pid));
  }
  return memory;
}

function proportionalBytes(pid: number): number {
  try {
    const [, kib] =
      /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return 1_024 * Number(kib ?? 0);
  } catch {
    return 0; // It has ended.
  }
}

function bytesOf(folder: string, except: string | undefined): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (path === except) continue;
    const stats = statSync(path, { throwIfNoEntry: false });
    bytes += entry.isDirectory() ? bytesOf(path, except) : (stats?.size ?? 0);
  }
  return bytes;
}
