import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type DuckDB,
  type DuckDBSession,
  openDuckDB,
} from '../../../../../src/stores/warehouse/duckdb/duckdb.ts';
import type { Statements } from '../../../../../src/stores/warehouse/duckdb/models/statements.ts';

/** A new file that knows these statements, until the test is over. */
export async function openStatements(statements: Statements): Promise<DuckDB> {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-statements-'));
  const resources = { threads: 1, memoryMib: 64 };
  const duckdb = await openDuckDB(join(directory, 'file.duckdb'), statements, resources);
  onTestFinished(async () => {
    await duckdb.close();
    rmSync(directory, { recursive: true });
  });
  return duckdb;
}

/** Adds the paths of the statements that run and that are asked to `ran`, but for the state's. */
export function noting(session: DuckDBSession, ran: string[]): DuckDBSession {
  const note = (path: string) => {
    if (!path.startsWith('state/')) ran.push(path);
  };
  return {
    ...session,
    run(path, ...rest) {
      note(path);
      return session.run(path, ...rest);
    },
    query(path, values) {
      note(path);
      return session.query(path, values);
    },
  };
}
