import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/**
 * A function, view or trigger of the database: a file of `sql/postgres/functions`, `views` or
 * `triggers`. It is written again whenever its text changes; migrations make tables only.
 */
export type Definition = {
  /** Of the file, without `.sql`: `functions/lot_snapshot`. */
  name: string;
  text: string;
  /** SHA-256 of the text, base64url. */
  hash: string;
};

/** In place of a migration, where no migration in a transaction is missing. */
export const DEFINITIONS = { name: 'definitions', text: '', isOutside: false };

const FOLDERS = ['functions', 'views', 'triggers'] as const;
const POSTGRES = new URL('../../../sql/postgres/', import.meta.url);

/** All definitions, each after those that it names. */
export function readDefinitions(): Definition[] {
  return inOrder(FOLDERS.flatMap(readFolder));
}

/**
 * Those whose text is not the one that this database has; none while it keeps no texts that its
 * user may read. Throws where the text is one that the database had before: this version is older.
 */
export async function findChanged(client: pg.Client): Promise<Definition[]> {
  const { rows: found } = await client.query<{ is_kept: boolean | null }>(
    `select has_table_privilege(to_regclass('definitions'), 'select') as is_kept`,
  );
  if (found[0]?.is_kept !== true) return [];
  const { rows } = await client.query<{ name: string; text_hashes: string[] }>(
    `select name, array_agg(text_hash order by applied_at desc) as text_hashes
     from definitions group by name`,
  );
  const known = new Map(rows.map((row) => [row.name, row.text_hashes]));
  const changed = readDefinitions().filter(({ name, hash }) => known.get(name)?.[0] !== hash);
  const former = changed.filter(({ name, hash }) => known.get(name)?.includes(hash));
  if (former.length > 0)
    throw new Error(
      `the database was migrated by a newer version: ${former.map(({ name }) => name).join(', ')}`,
    );
  return changed;
}

/** Writes those that have changed into the database, in the transaction of the client. */
export async function applyDefinitions(client: pg.Client): Promise<void> {
  for (const { name, text, hash } of await findChanged(client)) {
    await client.query(text).catch((error: Error) => {
      error.message = `sql/postgres/${name}.sql: ${error.message}`;
      throw error;
    });
    await client.query('insert into definitions (name, text_hash) values ($1, $2)', [name, hash]);
  }
}

function readFolder(folder: string): Definition[] {
  const directory = new URL(`${folder}/`, POSTGRES);
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, directory), 'utf8');
      const hash = createHash('sha256').update(text).digest('base64url');
      return { name: `${folder}/${file.slice(0, -'.sql'.length)}`, text, hash };
    });
}

/** Each after those that its text names. Throws where two name each other. */
function inOrder(definitions: readonly Definition[]): Definition[] {
  const byName = new Map(definitions.map((one) => [nameInTexts(one), one]));
  const placed = new Map<Definition, 'begun' | 'done'>();
  const order: Definition[] = [];
  const place = (one: Definition) => {
    if (placed.get(one) === 'done') return;
    if (placed.get(one) === 'begun') throw new Error(`${one.name} depends on itself`);
    placed.set(one, 'begun');
    for (const name of one.text.match(/[a-z_]+\(?/g) ?? []) {
      const other = byName.get(name);
      if (other !== undefined && other !== one) place(other);
    }
    placed.set(one, 'done');
    order.push(one);
  };
  for (const one of definitions) place(one);
  return order;
}

/** How others name it: a function with what it is called with, a trigger not at all. */
function nameInTexts({ name }: Definition): string {
  const [folder, shortName = ''] = name.split('/');
  return folder === 'functions' ? `${shortName}(` : folder === 'views' ? shortName : name;
}
