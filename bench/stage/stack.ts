import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import pino, { type Logger } from 'pino';
import { createKey } from '../../src/access/keys/create-key.ts';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/embedded-postgres.ts';
import { separateRoles } from '../../src/stores/migrations/database-roles.ts';
import { migrate } from '../../src/stores/migrations/migrate.ts';
import { openPlates } from '../../src/stores/plates/open-plates.ts';
import { openPostgres, type Postgres } from '../../src/stores/postgres.ts';
import { benchKey } from '../bench-key.ts';

/** A database of its own on a durable embedded server, with the service in front of it. */
export type Stack = {
  home: string;
  url: string;
  connectionString: string;
  /** The same database for the role of the pipelines. */
  pipelinesAddress: string;
  /** The service once more, as a process of its own, with the peers that ask another database. */
  forkPeers(peerAddress: string): Promise<{ url: string; stop(): Promise<void> }>;
  db: Postgres;
  log: Logger;
  /** Runs any statement, to add data. */
  sql(text: string, values?: unknown[]): Promise<unknown[]>;
  /** Lays out what several benches need when the first asks for it; later ones get the same. */
  once<T>(what: string, layOut: () => Promise<T>): Promise<T>;
  operatorId: string;
  keyId: string;
  key: string;
  stop(): Promise<void>;
};

const SERVICE = fileURLToPath(new URL('../peers/service.ts', import.meta.url));
/** The most that a key may be granted, so that no budget limits the measurement. */
const UNLIMITED = 1_000_000;

export async function startStack(): Promise<Stack> {
  const home = await mkdtemp(join(tmpdir(), 'hexlot-bench-'));
  await chmod(home, 0o711);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const server = await startEmbeddedPostgres({ dataDir: join(home, 'data'), log });
  const { connectionString } = server;
  await migrate(connectionString);
  const plates = await openPlates(connectionString, benchKey());
  const db = openPostgres({ connectionString, poolSize: 8, name: 'bench', log, plates });
  const direct = new pg.Pool({ connectionString, max: 2 });
  const actorId = 'bench';
  const operator = await createOperator(db, { name: 'Bench', plan: 'pro', actorId });
  const { key, secret } = await createKey(db, {
    operatorId: operator.id,
    name: 'bench',
    mode: 'live',
    scopes: ['lots:read', 'sessions:read', 'sessions:write', 'reservations:write', 'intelligence'],
    rateLimits: {
      ...{ read: UNLIMITED, write: UNLIMITED, intelligence: UNLIMITED },
      agent_call: UNLIMITED,
    },
    actorId,
  });
  const { addresses } = await separateRoles(connectionString);
  const service = await forkService(addresses.api);
  const laidOut = new Map<string, Promise<unknown>>();
  return {
    home,
    url: service.url,
    connectionString,
    pipelinesAddress: addresses.pipelines,
    forkPeers: (peerAddress) => forkService(addresses.api, peerAddress),
    db,
    log,
    sql: async (text, values = []) => (await direct.query(text, values)).rows,
    once<T>(what: string, layOut: () => Promise<T>) {
      const begun = (laidOut.get(what) as Promise<T> | undefined) ?? layOut();
      laidOut.set(what, begun);
      return begun;
    },
    operatorId: operator.id,
    keyId: key.id,
    key: secret,
    async stop() {
      await service.stop();
      await direct.end();
      await db.close();
      await server.stop();
      await rm(dirname(server.clusterDir), { recursive: true, force: true });
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** One stack at a time, so that no bench is measured beside the servers of another. */
export function openStacks() {
  let opened: { name: string; stack: Stack } | undefined;
  const close = async () => {
    const last = opened;
    opened = undefined;
    await last?.stack.stop();
  };
  return {
    /** The stack of this name, with what was laid out in it, if it is the last that was opened. */
    async open(name: string): Promise<Stack> {
      if (opened?.name !== name) {
        await close();
        opened = { name, stack: await startStack() };
      }
      return opened.stack;
    },
    close,
  };
}

async function forkService(...addresses: string[]) {
  const service = fork(SERVICE, addresses);
  const [{ port }] = (await once(service, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(service, 'exit');
      service.disconnect();
      await ended;
    },
  };
}
