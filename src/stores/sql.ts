import { readFileSync } from 'node:fs';

/** A statement of sql/**, with the names its header gives to `$1`, `$2`, … in their order. */
export type Statement = { name: string; text: string; parameters: readonly string[] };

const SQL_ROOT = new URL('../../sql/', import.meta.url);
const loaded = new Map<string, Statement>();

/**
 * Reads `sql/<path>.sql` once per process. A header line `-- $3 plate  what it is` names the third
 * parameter. Throws when the file is missing or its header skips a number.
 */
export function loadStatement(path: string): Statement {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`${path}.sql`, SQL_ROOT), 'utf8');
  const parameters: string[] = [];
  for (const [, number, name = ''] of text.matchAll(/^-- \$(\d+) (\w+)/gm)) {
    if (Number(number) !== parameters.length + 1)
      throw new Error(`sql/${path}.sql: parameter $${number} is out of order in the header`);
    parameters.push(name);
  }
  const statement = { name: path.replaceAll('/', '.'), text, parameters };
  loaded.set(path, statement);
  return statement;
}

/** Lays named values in the order of the statement's header; a missing or unknown name throws. */
export function bind(statement: Statement, values: Record<string, unknown>): unknown[] {
  for (const name of Object.keys(values)) {
    if (!statement.parameters.includes(name))
      throw new Error(`${statement.name} has no parameter ${name}`);
  }
  return statement.parameters.map((name) => {
    if (!(name in values)) throw new Error(`${statement.name} needs ${name}`);
    return values[name];
  });
}
