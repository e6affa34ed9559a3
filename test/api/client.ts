import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { Agent, request as send } from 'undici';
import type { App } from '../../api/app.ts';
import type { StaticFile } from '../../api/dress/static-files.ts';
import type { OpenServers } from '../../api/mcp/tool-server.ts';
import { openApp } from '../../api/open-app.ts';
import type { Operation } from '../../api/operation.ts';
import { createApi } from '../../api/server.ts';
import { createKey } from '../../src/access/keys/create-key.ts';
import type { KeyMode } from '../../src/access/keys/secret.ts';
import type { MandateRules } from '../../src/access/mandates/mandate.ts';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { SCOPES } from '../../src/access/principals/scopes.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { readEndpoint } from '../../src/outbound/webhooks/sending/endpoint-url.ts';
import { openServices } from '../../src/services/open-services.ts';
import { SEALED } from '../plates.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { expireKey } from '../stage/fixtures.ts';
import { faultsOfRecords } from '../stage/records.ts';

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The body as parsed JSON; undefined when it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reaches into answers of any shape
  body: any;
};

export type Call = {
  /** The secret of the key to call with. */
  key?: string | undefined;
  headers?: Record<string, string | string[]>;
  query?: Record<string, string | number | boolean>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, with the content type in `headers`. */
  raw?: string | Buffer;
  /** Leaves the call when it is aborted. */
  signal?: AbortSignal;
};

export type TestKey = { secret: string; keyId: string; operatorId: string };

export type NewTestKey = Partial<
  Pick<Principal, 'operatorId' | 'plan' | 'fleetId' | 'agentPlatform' | 'rateLimits'> & {
    mandate: MandateRules;
    mode: KeyMode;
    scopes: readonly string[];
    spendCapCents: number;
    expiresAt: Date;
  }
>;

export type TestApi = {
  url: string;
  port: number;
  app: App;
  database: TestDatabase;
  /** Stops the server only; everything else stays open. */
  stopServing(): Promise<void>;
  request(method: string, path: string, call?: Call): Promise<Answer>;
  /** A key with all scopes, of the given operator or of a new one on the Pro plan. */
  createKey(more?: NewTestKey): Promise<TestKey>;
  /** Makes an operator the owner of the server. */
  giveServerTo(operatorId: string): void;
  stop(): Promise<void>;
};

/**
 * The real server on a free port, with a database of its own; every answer is checked against its
 * declared schema, and for sealed plates. `app` replaces services, such as the payment gateway or
 * the log.
 */
export async function startTestApi(
  options: {
    operations?: readonly Operation[];
    files?: readonly StaticFile[];
    /** In place of the servers of the real tools. */
    servers?: OpenServers;
    config?: Partial<Config>;
    clock?: Clock;
    app?: Partial<App>;
  } = {},
): Promise<TestApi> {
  const database = await openTestDatabase();
  const services = await openServices({
    config: { ...readConfig({ HEXLOT_PORT: '0', HEXLOT_LOG_LEVEL: 'silent' }), ...options.config },
    db: database.db,
    log: pino({ level: 'silent' }),
    ...(options.clock && { clock: options.clock }),
  });
  const opened = openApp(services);
  const app: App = {
    ...opened.app,
    // Looks no names up.
    checkEndpoint: async (url) => readEndpoint(url, services.config.webhookAllow).href,
    validateReplies: true,
    ...options.app,
  };
  const api = createApi(app, options.operations, options.files, options.servers);
  const { port } = await api.start();
  const url = `${app.config.transport === 'tls' ? 'https' : 'http'}://127.0.0.1:${port}`;
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  return {
    url,
    port,
    app,
    database,
    stopServing: api.stop,
    request: (method, path, call = {}) => callApi(agent, url, method, path, call),
    createKey: (more = {}) => makeKey(database, more),
    giveServerTo: (ownerOperatorId) => Object.assign(app.config, { ownerOperatorId }),
    async stop() {
      await agent.destroy();
      await api.stop();
      await opened.close();
      const faults = await faultsOfRecords(database.sql);
      await database.drop();
      if (faults.length > 0) throw new Error(`what was written breaks its shape: ${faults}`);
    },
  };
}

async function callApi(
  agent: Agent,
  base: string,
  method: string,
  path: string,
  call: Call,
): Promise<Answer> {
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(call.query ?? {}))
    url.searchParams.set(name, String(value));
  const { statusCode, headers, body } = await send(url, {
    method,
    dispatcher: agent,
    headers: {
      ...(call.key !== undefined && { authorization: `Bearer ${call.key}` }),
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    body: call.raw ?? (call.body === undefined ? null : JSON.stringify(call.body)),
    signal: call.signal ?? null,
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  const text = decode(bytes, headers['content-encoding']).toString();
  if (SEALED.test(text)) throw new Error(`${method} ${path} shows a sealed plate: ${text}`);
  const isJson = text !== '' && String(headers['content-type']).includes('json');
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

function decode(bytes: Buffer, coding: unknown): Buffer {
  if (bytes.length === 0 || coding === undefined) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}

async function makeKey(database: TestDatabase, more: NewTestKey): Promise<TestKey> {
  const db = database.owner;
  const { plan = 'pro', mode = 'live', scopes = SCOPES, operatorId, expiresAt, ...rest } = more;
  const actorId = 'test';
  const ofWhom = operatorId ?? (await createOperator(db, { name: 'Test', plan, actorId })).id;
  const request = { ...rest, operatorId: ofWhom, name: 'test', mode, scopes, actorId };
  const { key, secret } = await createKey(db, request);
  if (expiresAt !== undefined) await expireKey(database, key.id, expiresAt);
  return { secret, keyId: key.id, operatorId: ofWhom };
}
