import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { createKey } from '../../../src/access/keys/create-key.ts';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { SCOPES } from '../../../src/access/principals/scopes.ts';
import { NO_LIMITS } from '../../api/proxied-api.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from '../processes/api-process.ts';

/** The best of several tries counts, because the machine does other work, too. */
const TRIES = 4;
const BYTES_PER_KB = 1024;
const PROBE = '/api/v1/health/live';

export type Sending = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Record<string, string | string[]>;
  raw?: string | Buffer;
};

type Outcome = {
  status: number;
  text: string;
  /** Until the whole answer had arrived. */
  ms: number;
  /** The longest wait of the simple calls made at the same time. */
  heldUpMs: number;
};

export type LimitStage = {
  database: TestDatabase;
  operatorId: string;
  port: number;
  /** Makes one call with the operator's key. */
  call(sending: Sending): Promise<Pick<Outcome, 'status' | 'text'>>;
  /** The same, with other calls at the same time that are timed. */
  send(sending: Sending): Promise<Outcome>;
  /** Sends a new call each time until one answer keeps both bounds; returns the last one. */
  sendWithin(
    bounds: { ms: number; heldUpMs: number },
    newSending: () => Sending | Promise<Sending>,
  ): Promise<Outcome>;
  /** Memory of the API's process, bytes; undefined on systems that do not show it. */
  rssBytes(): number | undefined;
  close(): Promise<void>;
};

/** The API in a process of its own, an operator's key, and timed calls. */
export async function openLimitStage(): Promise<LimitStage> {
  const database = await openTestDatabase();
  const actorId = 'test';
  const account = { name: 'Test', plan: 'enterprise', actorId };
  const { id } = await createOperator(database.owner, account);
  const key = { operatorId: id, name: 'test', mode: 'live', scopes: SCOPES, actorId } as const;
  const { secret } = await createKey(database.owner, { ...key, rateLimits: NO_LIMITS });
  const api: ApiProcess = await startApiProcess(database.connectionString);
  const dispatcher = new Agent({ headersTimeout: 120_000, bodyTimeout: 120_000 });
  const authorization = `Bearer ${secret}`;

  async function call({ method, path, headers = {}, raw }: Sending) {
    const {
      statusCode,
      body,
      headers: answered,
    } = await request(api.url + path, {
      method,
      dispatcher,
      headers: { authorization, ...headers },
      body: raw ?? null,
    });
    return { status: statusCode, text: await body.text(), waitSeconds: answered['retry-after'] };
  }

  async function sendOnce(sending: Sending) {
    let isAnswered = false;
    let heldUpMs = 0;
    const probe = async () => {
      while (!isAnswered) {
        const from = performance.now();
        await call({ method: 'GET', path: PROBE });
        heldUpMs = Math.max(heldUpMs, performance.now() - from);
      }
    };
    await call({ method: 'GET', path: PROBE });
    const probing = probe();
    const from = performance.now();
    try {
      const answer = await call(sending);
      return { ...answer, ms: performance.now() - from, heldUpMs };
    } finally {
      isAnswered = true;
      await probing;
    }
  }

  /** Waits until the plan allows as many rows. */
  async function send(sending: Sending): Promise<Outcome> {
    for (;;) {
      const outcome = await sendOnce(sending);
      if (outcome.status !== 429) return outcome;
      await sleep(Number(outcome.waitSeconds) * 1_000);
    }
  }

  return {
    database,
    operatorId: id,
    port: Number(new URL(api.url).port),
    call,
    send,
    async sendWithin(bounds, newSending) {
      let outcome = await send(await newSending());
      const isWithin = () => outcome.ms <= bounds.ms && outcome.heldUpMs <= bounds.heldUpMs;
      for (let i = 1; i < TRIES && !isWithin(); i++) outcome = await send(await newSending());
      return outcome;
    },
    rssBytes() {
      if (process.platform !== 'linux') return undefined;
      const [, kb] =
        /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8')) ?? [];
      return Number(kb) * BYTES_PER_KB;
    },
    async close() {
      await dispatcher.destroy();
      killApiProcesses();
      await database.drop();
    },
  };
}
