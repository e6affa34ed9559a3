import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DATABASE_ROLES,
  type DatabaseRole,
  separateRoles,
} from '../../../../src/stores/migrations/database-roles.ts';
import { migrate } from '../../../../src/stores/migrations/migrate.ts';
import { openOwnedDatabase, openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';

const NOT_ALLOWED = '42501';

let database: TestDatabase;
let addresses: Record<DatabaseRole, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  addresses = (await separateRoles(database.connectionString)).addresses;
});
afterAll(() => database.drop());

async function ask(connectionString: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const refusalBy = (client: pg.Client, text: string) =>
  client.query(text).then(
    () => 'allowed',
    (error: pg.DatabaseError) => error.code,
  );

const whoIs = (address: string) => ask(address, 'select current_user as name');

/** What neither role may do: change the schema, leave the database, or become another role. */
const REFUSED = [
  'create table mine (id integer)',
  'create temporary table lots (id integer)',
  'create schema mine',
  'create function mine() returns integer return 1',
  'alter table lots add column mine integer',
  'alter table audit_log disable trigger all',
  'drop trigger audit_log_is_append_only on audit_log',
  'drop table lots',
  'create index on lots (name)',
  ...['audit_log', 'search_log', 'usage', 'events', 'lots', 'sessions', 'holds', 'refunds'].map(
    (table) => `truncate ${table}`,
  ),
  'update audit_log set at = now()',
  'delete from audit_log',
  'update search_log set at = now()',
  'delete from search_log',
  'update usage set cost_cents = 0',
  'delete from usage',
  `update events set type = 'lot.updated'`,
  'delete from events',
  'delete from sessions',
  'delete from lots',
  'delete from refunds',
  'update simulated_captures set amount_minor = 0',
  `update operators set figures_public = true`,
  `insert into operators (operator_id, name, plan) values ('op_1', 'A', 'enterprise')`,
  `update api_keys set scopes = '{intelligence}'`,
  `update api_keys set expires_at = null`,
  `update vehicles set livemode = true`,
  `insert into migrations (name) values ('999999_mine.sql')`,
  'truncate marts.publication',
  `copy lots to program 'true'`,
  `copy lots to '/tmp/lots'`,
  `copy lots (name) from '/etc/passwd'`,
  `select pg_read_file('PG_VERSION')`,
  `select pg_ls_dir('.')`,
  `select lo_import('/etc/passwd')`,
  'set role hexlot',
  'set role pg_write_all_data',
  'set session authorization hexlot',
  'set session_replication_role = replica',
  `alter system set archive_command = 'true'`,
  'create role mine',
  'alter role current_user superuser',
  'alter role current_user createrole',
  'select * from pg_authid',
];

const REFUSED_TO: Record<DatabaseRole, string[]> = {
  api: [
    `update events set data = '{}'`,
    'insert into marts.searches_by_cell values (true, 1, 1, 1, 1)',
    'update marts.publication set as_of = now()',
    'delete from marts.market_rate_by_lot',
    'select * from pgboss.job',
    'select * from search_callers',
    'select * from search_log',
    'select secret from webhook_secrets',
  ],
  pipelines: [
    'update api_keys set revoked_at = now()',
    'insert into lots (lot_id) values (null)',
    'insert into sessions (session_id) values (null)',
    'insert into usage (key_id) values (null)',
    'select * from api_keys',
    'select * from seal_keys',
    // It erases persons, so it finds them, and in events the numbers of their vehicles.
    'insert into vehicles (plate) values (null)',
    `update vehicles set plate = 'X'`,
    'insert into drivers (email) values (null)',
    'create table pgboss.mine (id integer)',
    'drop table pgboss.job',
    'select * from webhook_secrets',
  ],
  courier: [
    'update api_keys set revoked_at = now()',
    `update operators set plan = 'enterprise'`,
    `update events set data = '{}'`,
    'insert into events (type) values (null)',
    'insert into webhooks (webhook_id) values (null)',
    `update webhook_secrets set secret = ''`,
    'delete from deliveries',
    'select * from api_keys',
    'select * from sessions',
    'select * from drivers',
    'select * from pgboss.job',
  ],
};

describe.each(DATABASE_ROLES)('%s', (role) => {
  // To log in takes longer than to be refused.
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: addresses[role] });
    await client.connect();
  });
  afterAll(() => client.end());

  test.each([...REFUSED, ...REFUSED_TO[role]])('may not: %s', async (text) => {
    expect(await refusalBy(client, text)).toBe(NOT_ALLOWED);
  });

  test('may not become the other', async () => {
    const [other = 'api'] = DATABASE_ROLES.filter((one) => one !== role);
    const [who] = (await whoIs(addresses[other])) as { name: string }[];
    expect(await refusalBy(client, `set role ${who?.name}`)).toBe(NOT_ALLOWED);
  });

  test('has no special attributes and no rights of other roles', async () => {
    const [who] = await whoIs(addresses[role]);
    expect(who).toEqual({ name: expect.stringMatching(new RegExp(`^test_.*_${role}$`)) });
    const flags = await database.sql(
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         (select count(*)::integer from pg_auth_members where member = pg_roles.oid) as memberships
       from pg_roles where rolname = $1`,
      [(who as { name: string }).name],
    );
    expect(flags).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        memberships: 0,
      },
    ]);
  });
});

test('concurrent starts give a database without roles its roles, and its data stays', async () => {
  const older = await openTestDatabase();
  const { operatorId } = await addCaller(older);
  const lotId = await addLot(older, { operator_id: operatorId });
  const made = await Promise.all([1, 2, 3].map(() => separateRoles(older.connectionString)));
  const [first] = made;
  expect(made.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
  expect(new Set(made.map((one) => JSON.stringify(one.addresses))).size).toBe(1);
  expect(await ask(first?.addresses.api ?? '', 'select lot_id from lots')).toEqual([
    { lot_id: lotId },
  ]);
  await older.drop();
});

test('a role whose own or whose owner’s password was changed can log in again', async () => {
  const [who] = (await whoIs(addresses.api)) as { name: string }[];
  await ask(addresses.api, `alter role ${who?.name} password 'taken over'`);
  await expect(whoIs(addresses.api)).rejects.toMatchObject({ code: '28P01' });
  expect(await separateRoles(database.connectionString)).toEqual({
    addresses,
    problem: undefined,
  });
  expect(await whoIs(addresses.api)).toEqual([who]);
});

test('the owner needs no more than the right to create roles', async () => {
  const owned = await openOwnedDatabase('createrole');
  const roles = await separateRoles(owned.connectionString);
  expect(roles.problem).toBeUndefined();
  expect(await whoIs(roles.addresses.pipelines)).toEqual([{ name: `${owned.name}_pipelines` }]);
  await owned.drop();
});

test('an owner that may not create roles works with one role, and the reason is reported', async () => {
  const owned = await openOwnedDatabase();
  const { connectionString } = owned;
  expect(await separateRoles(connectionString)).toEqual({
    addresses: { api: connectionString, pipelines: connectionString, courier: connectionString },
    problem: expect.stringContaining('permission denied to create role'),
  });
  await owned.drop();
});

test('a role of the same name that was made by others is not changed', async () => {
  const owned = await openOwnedDatabase('createrole');
  await database.sql(`create role ${owned.name}_api login password 'theirs'`);
  const { addresses: same, problem } = await separateRoles(owned.connectionString);
  expect(same.api).toBe(owned.connectionString);
  expect(problem).toContain(`${owned.name}_api that Hexlot did not make`);
  const theirs = new URL(owned.connectionString);
  Object.assign(theirs, { username: `${owned.name}_api`, password: 'theirs' });
  expect(await whoIs(theirs.href)).toEqual([{ name: `${owned.name}_api` }]);
  await owned.drop();
});

test('a role name that PostgreSQL would cut off is refused', async () => {
  const owned = await openOwnedDatabase('createrole', `own_${randomBytes(25).toString('hex')}`);
  const { problem } = await separateRoles(owned.connectionString);
  expect(problem).toContain('too long');
  await owned.drop();
});

test('with the address of a role with fewer rights the service works, and migrates nothing', async () => {
  const name = `edge_${randomBytes(4).toString('hex')}`;
  const [group] = (await whoIs(addresses.api)) as { name: string }[];
  await database.sql(`create role ${name} login password 'secret' in role ${group?.name}`);
  const edge = new URL(database.connectionString);
  Object.assign(edge, { username: name, password: 'secret' });
  for (const lesser of [addresses.api, edge.href]) {
    expect(await migrate(lesser)).toEqual([]);
    expect(await separateRoles(lesser)).toEqual({
      addresses: { api: lesser, pipelines: lesser, courier: lesser },
      problem: undefined,
    });
    expect(await ask(lesser, 'select count(*)::integer as lots from lots')).toEqual([{ lots: 0 }]);
  }
  await database.sql(`drop role ${name}`);
});
