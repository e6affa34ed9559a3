import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATABASE_ROLES, separateRoles } from '../../../src/stores/migrations/database-roles.ts';
import { bind, loadQuery } from '../../../src/stores/sql.ts';
import { describeModels } from '../../../src/stores/warehouse/duckdb/models/models.ts';
import { readStatements } from '../../../src/stores/warehouse/duckdb/models/statements.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { reachedQueries } from './reached-queries.ts';

const LIST = ['grants_declare', 'grants_declare_accounts', 'grants_declare_courier']
  .map((name) => readFileSync(`sql/postgres/queries/${name}.sql`, 'utf8'))
  .join('\n');
/** Read by the code that migrates, not through a query file. */
const READ_BY_MIGRATE = ['migrations', 'definitions'];
/** Read by the code that opens plates, by whichever of these roles a process was given. */
const READ_AT_START = ['plate_keys'];
/** Processes of the version before read them while both run. */
const OF_THE_VERSION_BEFORE = ['hexes', 'hex_weeks'];
/** The queries that each of these roles can run. */
const REACHED = {
  api: reachedQueries([
    'src/services/open-services.ts',
    'api/open-app.ts',
    'api/server.ts',
    'api/routes.ts',
  ]),
  // They use no geocoder, unlike the rest of the house.
  pipelines: reachedQueries(['src/money/payments/open-payments.ts', 'pipelines/worker.ts']),
  courier: reachedQueries(['src/outbound/webhooks/courier/open-courier.ts']),
};

/**
 * Each runs a function that works on the mart named, so its rights are only checked when it runs.
 */
const OF_EVERY_MART = ['marts_put', 'marts_remove'];
const { marts } = describeModels(readStatements()).contents;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await separateRoles(database.connectionString);
});
afterAll(() => database.drop());

/**
 * Runs work as a superuser and rolls all of it back; it acts as one of the roles where it says so.
 */
async function inTransaction<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.end();
  }
}

async function nameOf(role: (typeof DATABASE_ROLES)[number]): Promise<string> {
  const [row] = await database.sql<{ name: string }>(`select current_database() as name`);
  return `${row?.name}_${role}`;
}

/** Those that name the table before the others, which may use it through a view. */
function likeliestFirst(queries: readonly string[], table: string): string[] {
  const [, name = ''] = table.split('.');
  const isLikely = (query: string) => loadQuery(query).text.includes(name);
  return queries.toSorted((a, b) => Number(isLikely(b)) - Number(isLikely(a)));
}

/** Whether the role of this transaction has all rights that the statement needs. */
async function mayRun(client: pg.Client, query: string): Promise<boolean> {
  const statement = loadQuery(query);
  const { text } = statement;
  const isLock = /^lock table/m.test(text);
  await client.query('savepoint here');
  try {
    if (OF_EVERY_MART.includes(query))
      for (const mart of marts) await client.query(text, bind(statement, { mart, rows: '[]' }));
    else await client.query(isLock ? text : `explain (generic_plan) ${text}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return false;
    throw error;
  } finally {
    await client.query('rollback to savepoint here');
  }
}

test('every table, view and sequence that is used is declared, and nothing else', async () => {
  const found = await database.sql<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace in ('public'::regnamespace, 'marts'::regnamespace)
       and relkind in ('r', 'v', 'm', 'p', 'f') and not relispartition order by 1`,
  );
  const declared = [...LIST.matchAll(/^ {4}\('([\w., ]+)',\s/gm)];
  const names = new Set(declared.flatMap(([, list = '']) => list.split(', ')));
  // Those of the queue are its own.
  const tables = [...names].filter((name) => !/_seq$|^schema |^pgboss\./.test(name));
  expect(tables.sort()).toEqual(found.map(({ name }) => name).sort());
});

test('once the roles are made no right is missing, and rights changed by hand are corrected', async () => {
  const roles = { api: await nameOf('api'), pipelines: await nameOf('pipelines') };
  const declare = async (name: string, names: Record<string, string>) => {
    const query = loadQuery(name);
    return database.sql(query.text, bind(query, names));
  };
  const declared = JSON.stringify([
    ...(await declare('grants_declare', roles)),
    ...(await declare('grants_declare_accounts', roles)),
    ...(await declare('grants_declare_courier', { courier: await nameOf('courier') })),
  ]);
  const missing = loadQuery('grants_list_missing');
  const values = bind(missing, { declared, pipelines: roles.pipelines });
  expect(await database.sql(missing.text, values)).toEqual([]);
  await database.sql(`grant delete, truncate on audit_log to ${roles.api}`);
  await database.sql(`revoke select on lots from ${roles.pipelines}`);
  await separateRoles(database.connectionString);
  expect(await database.sql(missing.text, values)).toEqual([]);
});

test.each(DATABASE_ROLES)('%s may run every statement that its code uses', async (role) => {
  const name = await nameOf(role);
  const refused = await inTransaction(async (client) => {
    await client.query(`set local role ${name}`);
    const queries: string[] = [];
    for (const query of REACHED[role]) if (!(await mayRun(client, query))) queries.push(query);
    return queries;
  });
  expect(refused).toEqual([]);
});

test.each(DATABASE_ROLES)('%s has only rights that its statements need', async (role) => {
  const name = await nameOf(role);
  const rights = await database.sql<{ table: string; privilege: string }>(
    `select format('%I.%I', table_schema, table_name) as table,
       lower(privilege_type) as privilege
     from information_schema.role_table_grants
     where grantee = $1 and table_schema in ('public', 'marts')
       and table_name <> all($2) order by 1, 2`,
    [name, [...READ_BY_MIGRATE, ...READ_AT_START, ...OF_THE_VERSION_BEFORE]],
  );
  const unneeded = await inTransaction(async (client) => {
    const without: string[] = [];
    for (const { table, privilege } of rights) {
      await client.query('savepoint all_rights');
      await client.query(`revoke ${privilege} on ${table} from ${name}`);
      await client.query(`set local role ${name}`);
      let isNeeded = false;
      for (const query of likeliestFirst(REACHED[role], table))
        isNeeded ||= !(await mayRun(client, query));
      if (!isNeeded) without.push(`${privilege} on ${table}`);
      await client.query('rollback to savepoint all_rights');
    }
    return without;
  });
  expect(unneeded).toEqual([]);
});

test("a function with its owner's rights is declared, fixes its search path, and is closed to others", async () => {
  const found = await database.sql<{ name: string; settings: string[] | null; acl: string }>(
    `select 'function ' || oid::regprocedure as name, proconfig as settings, proacl::text as acl
     from pg_proc
     where prosecdef and pronamespace in ('public'::regnamespace, 'marts'::regnamespace)`,
  );
  const declared = [...LIST.matchAll(/^ {4}\('(function [^']+)'/gm)];
  const names = declared.flatMap(([, list = '']) => list.split(', '));
  expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { settings, acl } of found) {
    expect(settings?.[0]).toMatch(/^search_path=.*pg_temp$/);
    // An entry without a role name is a right of PUBLIC.
    expect(acl).not.toMatch(/[{,]=/);
  }
});
