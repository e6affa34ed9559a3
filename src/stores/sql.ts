import { readFileSync } from 'node:fs';
import { numberParameters } from './number-parameters.ts';
import { camelCase } from './row-names.ts';

/**
 * A statement for PostgreSQL; its text has `$1`, `$2`, … in place of these names, in this order.
 */
export type Query = {
  name: string;
  text: string;
  parameters: readonly string[];
  /** The parameters as the code names them. */
  names: readonly string[];
  /** Whether one plan is the right one for any values. */
  keepsPlan: boolean;
};

/**
 * Says of a statement that it may be planned once for all its values. PostgreSQL does so only while
 * no value makes a plan look cheaper than that: `(select :value)` hides a value from its planner.
 */
const KEEPS_PLAN = /^-- Keeps its plan\.$/m;

const POSTGRES = new URL('../../sql/postgres/', import.meta.url);
const queries = new Map<string, Query>();

/** `:lot_own_columns` stands for the list in `sql/postgres/columns/lot_own_columns.sql`. */
const COLUMNS = /:([a-z_]+_columns)\b/g;

/** The text of a statement, with its lists of columns. Throws when a file is missing. */
function readStatement(name: string): string {
  const text = readFileSync(new URL(`queries/${name}.sql`, POSTGRES), 'utf8');
  return text.replace(COLUMNS, (_, list) =>
    readFileSync(new URL(`columns/${list}.sql`, POSTGRES), 'utf8').trimEnd(),
  );
}

/**
 * Reads `sql/postgres/queries/<name>.sql` once per process and numbers its parameters, which the
 * file names as in psql: `:lot_id`. Throws when the file is missing, or ambiguous to that reader.
 */
export function loadQuery(name: string): Query {
  const known = queries.get(name);
  if (known !== undefined) return known;
  const text = readStatement(name);
  try {
    const numbered = numberParameters(text);
    const keepsPlan = KEEPS_PLAN.test(text);
    const names = numbered.parameters.map(camelCase);
    const query = { name: `postgres.queries.${name}`, ...numbered, names, keepsPlan };
    queries.set(name, query);
    return query;
  } catch (cause) {
    throw new Error(`cannot number the parameters of ${name}.sql`, { cause });
  }
}

/**
 * Puts values, named in camelCase, in the order of the query's parameters; a missing or unknown
 * name throws.
 */
export function bind(query: Query, values: Record<string, unknown>): unknown[] {
  for (const name of Object.keys(values)) {
    if (!query.names.includes(name)) throw new Error(`${query.name} has no parameter ${name}`);
  }
  return query.names.map((name) => {
    if (!(name in values)) throw new Error(`${query.name} needs ${name}`);
    return values[name];
  });
}
