/**
 * The database writes names as `lot_id`, the code as `lotId`. Rows are renamed where they are read,
 * and values where they are bound, so that neither spelling is met on the other side. What is
 * inside a JSON value keeps the names that it is stored with.
 */
const camelNames = new Map<string, string>();
const snakeNames = new Map<string, string>();

/** `lotId` for `lot_id`. */
export function camelCase(column: string): string {
  return renamed(camelNames, column, /_([a-z0-9])/g, (_part, letter) => letter.toUpperCase());
}

/** `lot_id` for `lotId`: the opposite of `camelCase` for names whose parts begin with letters. */
export function snakeCase(name: string): string {
  return renamed(snakeNames, name, /[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** There are few names, and many rows with them. */
function renamed(
  known: Map<string, string>,
  name: string,
  pattern: RegExp,
  replace: (part: string, letter: string) => string,
): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const after = name.replace(pattern, replace);
  known.set(name, after);
  return after;
}

/** A row as the database names its columns, for a statement that takes rows as JSON. */
export function toRecord(row: object): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) record[snakeCase(name)] = value;
  return record;
}

/** A row that a statement returns inside a JSON value. */
export function fromRecord<Row extends object>(record: object): Row {
  const members = Object.entries(record).map(([column, value]) => [camelCase(column), value]);
  return Object.fromEntries(members) as Row;
}

/** Rows that were read as lists of values, by the names of their columns. */
export function toRows<Row extends object>(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Row[] {
  const names = columns.map(camelCase);
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    names.forEach((name, index) => {
      row[name] = values[index];
    });
    return row as Row;
  });
}
