import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHexlot } from '../bin/stage/run-hexlot.ts';

/** Nothing answers there, so a command that opened the database first would complain about that. */
const NO_DATABASE = 'postgres://hexlot@127.0.0.1:1/hexlot';

let dir: string;
let other: Server;
let takenPort: string;
let filePath: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hexlot-ground-'));
  filePath = join(dir, 'file');
  await writeFile(filePath, 'not PEM');
  other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  takenPort = String((other.address() as AddressInfo).port);
});
afterAll(async () => {
  other.close();
  await rm(dir, { recursive: true, force: true });
});

function run(role: string, settings: Record<string, string>) {
  return runHexlot([role], {
    HEXLOT_DATABASE_URL: NO_DATABASE,
    HEXLOT_DATA_DIR: join(dir, 'data'),
    HEXLOT_PORT: '0',
    ...settings,
  });
}

const CASES: {
  what: string;
  roles: readonly string[];
  settings: () => Record<string, string>;
  line: RegExp;
}[] = [
  {
    what: 'a port that is taken',
    roles: ['start', 'api'],
    settings: () => ({ HEXLOT_PORT: takenPort }),
    line: /^HEXLOT_PORT \d+ is taken: .*address already in use/,
  },
  {
    what: 'an address of another machine',
    roles: ['start'],
    settings: () => ({ HEXLOT_HOST: '192.0.2.1' }),
    line: /^HEXLOT_HOST 192\.0\.2\.1 is no address of this machine .*EADDRNOTAVAIL/,
  },
  {
    what: 'a host that nobody knows',
    roles: ['api'],
    settings: () => ({ HEXLOT_HOST: 'nowhere.invalid' }),
    line: /^HEXLOT_HOST nowhere\.invalid is no address of this machine/,
  },
  {
    what: 'a certificate that is not there',
    roles: ['start'],
    settings: () => tls(join(dir, 'none.pem'), filePath),
    line: /^HEXLOT_TLS_CERT .*none\.pem cannot be used .*ENOENT/,
  },
  {
    what: 'a certificate that is none',
    roles: ['api'],
    settings: () => tls(filePath, filePath),
    line: /^HEXLOT_TLS_CERT .*file cannot be used .*PEM/i,
  },
  {
    what: 'a data directory that cannot be made',
    roles: ['pipelines'],
    settings: () => ({ HEXLOT_DATA_DIR: join(filePath, 'data') }),
    line: /^HEXLOT_DATA_DIR .*file.data cannot be written .*not a directory/,
  },
  {
    what: 'a data directory that cannot be made, for the embedded database',
    roles: ['start', 'migrate'],
    settings: () => ({ HEXLOT_DATABASE_URL: '', HEXLOT_DATA_DIR: join(filePath, 'data') }),
    line: /^HEXLOT_DATA_DIR .*file.data cannot be written .*not a directory/,
  },
  {
    what: 'a warehouse that cannot be written',
    roles: ['start'],
    settings: () => ({ HEXLOT_WAREHOUSE_URL: join(filePath, 'warehouse.duckdb') }),
    line: /^HEXLOT_WAREHOUSE_URL .*file cannot be written .*not a directory/,
  },
  {
    what: 'a database that does not answer',
    roles: ['start'],
    settings: () => ({}),
    line: /^HEXLOT_DATABASE_URL cannot be used .*ECONNREFUSED/,
  },
];

test.each(CASES)('$what is reported in one line before anything is built', async (each) => {
  for (const role of each.roles) {
    const { code, stdout, stderr } = await run(role, each.settings());
    expect(code, role).toBe(1);
    expect(stderr, role).toMatch(/^hexlot: .*\n$/);
    expect(stderr.slice('hexlot: '.length), role).toMatch(each.line);
    expect(stdout.split('\n').length, role).toBeLessThanOrEqual(2);
  }
});

function tls(cert: string, key: string): Record<string, string> {
  return { HEXLOT_TRANSPORT: 'tls', HEXLOT_TLS_CERT: cert, HEXLOT_TLS_KEY: key };
}
