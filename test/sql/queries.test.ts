import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadQuery } from '../../src/stores/sql.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';

/** Lists of columns that statements name in the place of a parameter. */
const COLUMNS = 'sql/postgres/columns';
const QUERIES = readdirSync('sql/postgres/queries').map((file) => file.replace(/\.sql$/, ''));
/** Begins the part of each file in what psql prints. */
const MARK = '-------- ';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await openTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test.each(QUERIES)('PostgreSQL prepares %s, with as many parameters as it names', async (name) => {
  const { text, parameters } = loadQuery(name);
  // Only a lock cannot be prepared. It is taken instead, and released at once.
  if (/^lock table/m.test(text)) {
    await client.query(`begin; ${text} rollback`);
    expect(parameters).toEqual([]);
    return;
  }
  await client.query(`prepare ${name} as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
    [name],
  );
  expect(rows[0]?.types).toHaveLength(parameters.length);
});

test('psql finds the same parameters in every unchanged file', ({ skip }) => {
  const files = QUERIES.map((name) => ({ ...loadQuery(name), name }));
  // In a failed transaction psql shows each statement as it would send it, and runs none.
  const lists = readdirSync(COLUMNS).map(
    (file) => `\\set ${file.replace(/\.sql$/, '')} \`cat ${COLUMNS}/${file}\``,
  );
  const script = files.flatMap(({ name, parameters }) => [
    ...parameters.map((parameter, index) => `\\set ${parameter} $${index + 1}`),
    `\\echo '${MARK}${name}'`,
    `\\i sql/postgres/queries/${name}.sql`,
    ...parameters.map((parameter) => `\\unset ${parameter}`),
  ]);
  const psql = spawnSync('psql', ['-X', '-q', '-d', database.connectionString], {
    input: ['begin;', 'select 1 / 0;', '\\set ECHO queries', ...lists, ...script].join('\n'),
    encoding: 'utf8',
  });
  if (psql.error !== undefined) skip(`psql is not on this machine: ${psql.error.message}`);
  const shown = psql.stdout.split(MARK).slice(1);
  expect(shown.map(withoutComments)).toEqual(
    files.map(({ name, text }) => withoutComments(`${name}\n${text}`)),
  );
});

/** Removes comments, because only some releases of psql show them. */
function withoutComments(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !/^\s*--/.test(line));
}
