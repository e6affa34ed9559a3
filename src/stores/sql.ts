import { readFileSync } from 'node:fs';
import { numberParameters } from './number-parameters.ts';

/** A file of sql/** as it stands. */
export type Statement = { name: string; text: string };

/** A statement for PostgreSQL: `$1`, `$2`, … in its text stand for these names, in this order. */
export type Query = Statement & { parameters: readonly string[] };

const SQL_ROOT = new URL('../../sql/', import.meta.url);
const statements = new Map<string, Statement>();
const queries = new Map<string, Query>();

/** Reads `sql/<path>.sql` once per process. Throws when the file is missing. */
export function loadStatement(path: string): Statement {
  const known = statements.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`${path}.sql`, SQL_ROOT), 'utf8');
  const statement = { name: path.replaceAll('/', '.'), text };
  statements.set(path, statement);
  return statement;
}

/**
 * Reads `sql/postgres/queries/<name>.sql` once per process and numbers its parameters: the file
 * names them as psql does, `:lot_id`. Throws when the file is missing, or unclear to that reader.
 */
export function loadQuery(name: string): Query {
  const known = queries.get(name);
  if (known !== undefined) return known;
  const statement = loadStatement(`postgres/queries/${name}`);
  try {
    const query = { ...statement, ...numberParameters(statement.text) };
    queries.set(name, query);
    return query;
  } catch (cause) {
    throw new Error(`cannot number the parameters of ${statement.name}`, { cause });
  }
}

/** Lays named values in the order of the query's parameters; a missing or unknown name throws. */
export function bind(query: Query, values: Record<string, unknown>): unknown[] {
  for (const name of Object.keys(values)) {
    if (!query.parameters.includes(name)) throw new Error(`${query.name} has no parameter ${name}`);
  }
  return query.parameters.map((name) => {
    if (!(name in values)) throw new Error(`${query.name} needs ${name}`);
    return values[name];
  });
}
