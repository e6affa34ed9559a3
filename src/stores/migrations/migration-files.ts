import { readdirSync, readFileSync } from 'node:fs';

/** A file of `sql/postgres/migrations`. */
export type Migration = {
  /** Of the file, `<number>_<name>.sql`. */
  name: string;
  text: string;
  /**
   * Not in one transaction but statement by statement; each can be repeated: the first
   * line of the file says so.
   */
  isOutside: boolean;
};

const MIGRATIONS = new URL('../../../sql/postgres/migrations/', import.meta.url);
const OUTSIDE = '-- outside a transaction\n';
/** An index that is built while others write. */
const CONCURRENT_INDEX = /\bcreate (?:unique )?index concurrently if not exists (\w+)/g;
const ALTERED_TABLE = /\balter table (?:if exists )?(?:only )?([a-z_.]+)/g;

/**
 * All migrations in their order. An index that one outside a transaction builds is left out of the
 * file before it that would build it while nobody can write.
 */
export function readMigrations(): Migration[] {
  const migrations = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, MIGRATIONS), 'utf8');
      return { name, text, isOutside: text.startsWith(OUTSIDE) };
    });
  const later = migrations.flatMap(({ isOutside, text }) => (isOutside ? indexesOf(text) : []));
  return migrations.map((migration) =>
    migration.isOutside ? migration : { ...migration, text: withoutIndexes(migration.text, later) },
  );
}

/** The names of the indexes that a text builds while others write. */
export function indexesOf(text: string): string[] {
  return [...text.matchAll(CONCURRENT_INDEX)].map(([, name = '']) => name);
}

/** The tables that a text alters, which nobody else may use meanwhile. */
export function tablesAlteredBy(text: string): string[] {
  const found = text.matchAll(ALTERED_TABLE);
  return [...new Set([...found].map(([, name = '']) => name))];
}

function withoutIndexes(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  return text.replaceAll(new RegExp(`^create index (?:${names.join('|')}) on [^;]*;`, 'gm'), '');
}

/** The statements of a text: each ends with a line that ends with `;`, outside of `$$`. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let open = '';
  for (const part of text.split(/(?<=;)[ \t]*\n/)) {
    open += `${part}\n`;
    if (open.split('$$').length % 2 === 0) continue;
    statements.push(open.trim());
    open = '';
  }
  return statements.filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '');
}
