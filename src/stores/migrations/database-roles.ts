import { createHash, createHmac, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import pg from 'pg';
import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import type { Waiting } from '../advisory-lock.ts';
import { bind, loadQuery } from '../sql.ts';
import { whileMigrating } from './migrate.ts';
import { isOwner } from './missing-migrations.ts';

/** The parts that have a database role of their own; all others work as the database's owner. */
export const DATABASE_ROLES = ['api', 'pipelines', 'courier'] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];

type SeparatedRoles = {
  /** Connection string of each role. */
  addresses: Record<DatabaseRole, string>;
  /**
   * Why they could not be separated; then all addresses are the given one. undefined: they were.
   */
  problem: string | undefined;
};

/**
 * PostgreSQL's limit in bytes: it would cut longer names off, which could make two names the same.
 */
const NAME_BYTES_MAX = 63;
const SCRAM_ITERATIONS = 4_096;
const KEY_BYTES = 32;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Class 28: the log-in is refused; the others: no right to the database, or a connection pool
 * refuses.
 */
const NO_LOGIN = /^(28|42501$|08P01$)/;
const INSUFFICIENT_PRIVILEGE = '42501';

/** The roles cannot be separated; the message says why. */
class Inseparable extends Error {}

/**
 * Makes the login roles `<database>_api`, `<database>_pipelines` and `<database>_courier` if they
 * are missing, gives them exactly the rights of `grants_declare`, and returns how to connect as
 * them. Safe to repeat and to run concurrently. Their passwords are derived from the one in
 * `connectionString`, so that all machines that share it know them and nothing has to be stored;
 * that password cannot be derived from them. When the roles cannot be made, there is a `problem`.
 * When the user of `connectionString` does not own the tables, somebody has chosen a role with
 * fewer rights, and it is used as it is.
 */
export async function separateRoles(
  connectionString: string,
  waiting: Waiting = {},
): Promise<SeparatedRoles> {
  const same = forEachRole(() => connectionString);
  const work = async (client: pg.Client) => {
    if (!(await isOwner(client))) return { addresses: same, problem: undefined };
    try {
      const logins = await findLogins(client, connectionString);
      for (const role of DATABASE_ROLES) await makeRole(client, role, logins[role]);
      await setRights(client, logins);
      for (const role of DATABASE_ROLES) await openDoor(client, logins[role]);
      return { addresses: forEachRole((role) => logins[role].address), problem: undefined };
    } catch (error) {
      const isRefused = databaseError(error)?.code === INSUFFICIENT_PRIVILEGE;
      if (error instanceof Inseparable || (isRefused && error instanceof Error))
        return { addresses: same, problem: error.message };
      throw error;
    }
  };
  return whileMigrating(connectionString, work, waiting);
}

function forEachRole<T>(make: (role: DatabaseRole) => T): Record<DatabaseRole, T> {
  return { api: make('api'), pipelines: make('pipelines'), courier: make('courier') };
}

type Login = { name: string; password: string; address: string; database: string };

async function findLogins(client: pg.Client, connectionString: string) {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? '';
  return forEachRole((role) => loginOf(connectionString, database, role));
}

function loginOf(connectionString: string, database: string, role: DatabaseRole): Login {
  const name = `${database}_${role}`;
  if (Buffer.byteLength(name) > NAME_BYTES_MAX)
    throw new Inseparable(`the name ${name} is too long for a role`);
  const address = new URL(connectionString);
  if (address.password === '')
    throw new Inseparable('the address of the database has no password to derive theirs from');
  const known = decodeURIComponent(address.password);
  const password = scryptSync(known, `hexlot ${name}`, KEY_BYTES).toString('hex');
  address.username = encodeURIComponent(name);
  address.password = password;
  address.pathname = `/${encodeURIComponent(database)}`;
  return { name, password, address: address.href, database };
}

/** The comment distinguishes the role from one of the same name that was made by others. */
async function makeRole(
  client: pg.Client,
  part: DatabaseRole,
  { name, password, database }: Login,
): Promise<void> {
  const mark = `Hexlot: ${part} of database ${database}`;
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = $1`,
    [name],
  );
  if (rows[0]?.mark === mark) return;
  if (rows.length > 0) throw new Inseparable(`there is a role ${name} that Hexlot did not make`);
  const role = pg.escapeIdentifier(name);
  // In one message, so that both are done or neither.
  await client.query(
    `create role ${role} login password ${pg.escapeLiteral(scramVerifier(password))};
     comment on role ${role} is ${pg.escapeLiteral(mark)}`,
  );
}

async function setRights(client: pg.Client, logins: Record<DatabaseRole, Login>): Promise<void> {
  const run = async <Row extends object>(name: string, values: Record<string, unknown>) => {
    const query = loadQuery(name);
    return (await client.query<Row>(query.text, bind(query, values))).rows;
  };
  const { courier, ...names } = forEachRole((role) => logins[role].name);
  const declared = [
    ...(await run('grants_declare', names)),
    ...(await run('grants_declare_accounts', names)),
    ...(await run('grants_declare_courier', { courier })),
  ];
  const missing = await run<{ statement: string }>('grants_list_missing', {
    declared: JSON.stringify(declared),
    pipelines: names.pipelines,
  });
  if (missing.length > 0) await client.query(missing.map(({ statement }) => statement).join(';\n'));
}

/** Makes sure that the role can log in; its password is set again when the owner's has changed. */
async function openDoor(client: pg.Client, login: Login): Promise<void> {
  if (await canLogIn(login)) return;
  await client.query(
    `alter role ${pg.escapeIdentifier(login.name)} login
     password ${pg.escapeLiteral(scramVerifier(login.password))}`,
  );
  if (!(await canLogIn(login))) throw new Inseparable(`role ${login.name} cannot log in`);
}

async function canLogIn({ name, address }: Login): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'hexlot migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]?.name === name;
  } catch (error) {
    if (NO_LOGIN.test(databaseError(error)?.code ?? '')) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * What the server stores of a password (RFC 5803). Computed here, so that the server's log never
 * contains the password.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, KEY_BYTES, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const server = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}
