import pg from 'pg';

/** The SQLSTATE and the constraint of a database error; undefined for anything else. */
export function databaseError(
  error: unknown,
): { code: string; constraint: string | undefined } | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined;
  return { code: error.code, constraint: error.constraint };
}
