import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { monotonicMs } from '../../src/kit/clock.ts';

/** Calls answered per second, and how long the fastest 50 % and 99 % of them took at most. */
export type Load = { perSecond: number; p50Ms: number; p99Ms: number };

export type HttpCall = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  path: string;
  body?: string;
  idempotencyKey?: string;
  /** Besides those of every call. */
  headers?: Readonly<Record<string, string>>;
};

const WARM_UP_SHARE = 0.2;

/**
 * Runs `work` in a closed loop for `durationMs`, after a warm-up of a fifth of that. Each of
 * `inFlight` callers asks again as soon as it is answered.
 */
export async function loop(
  work: () => Promise<void>,
  options: { inFlight: number; durationMs: number },
): Promise<Load> {
  await run(work, options.inFlight, options.durationMs * WARM_UP_SHARE);
  return run(work, options.inFlight, options.durationMs);
}

/** The same with a pause after each answer, so that the service has time to spare. */
export async function pacedLoop(
  work: () => Promise<void>,
  { callers, pauseMs, durationMs }: { callers: number; pauseMs: number; durationMs: number },
): Promise<Load> {
  await run(work, callers, durationMs * WARM_UP_SHARE, pauseMs);
  return run(work, callers, durationMs, pauseMs);
}

/** The same without a warm-up, until `other` has ended; throws what it throws. */
export async function pacedLoopDuring(
  other: Promise<unknown>,
  work: () => Promise<void>,
  { callers, pauseMs }: { callers: number; pauseMs: number },
): Promise<Load> {
  let hasEnded = false;
  const ended = other.finally(() => {
    hasEnded = true;
  });
  const [load] = await Promise.all([runWhile(() => !hasEnded, work, callers, pauseMs), ended]);
  return load;
}

async function run(
  work: () => Promise<void>,
  inFlight: number,
  durationMs: number,
  pauseMs = 0,
): Promise<Load> {
  const endAt = monotonicMs() + durationMs;
  return runWhile(() => monotonicMs() < endAt, work, inFlight, pauseMs);
}

async function runWhile(
  isOn: () => boolean,
  work: () => Promise<void>,
  inFlight: number,
  pauseMs: number,
): Promise<Load> {
  const latenciesMs: number[] = [];
  const startedAt = monotonicMs();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      let before = monotonicMs();
      while (isOn()) {
        await work();
        const after = monotonicMs();
        latenciesMs.push(after - before);
        if (pauseMs > 0) await sleep(pauseMs);
        before = pauseMs > 0 ? monotonicMs() : after;
      }
    }),
  );
  return toLoad(latenciesMs, monotonicMs() - startedAt);
}

/** Starts all of `works` at once, and waits for all of them. */
export async function burst(works: readonly (() => Promise<void>)[]): Promise<Load> {
  const startedAt = monotonicMs();
  const latenciesMs = await Promise.all(
    works.map(async (work) => {
      await work();
      return monotonicMs() - startedAt;
    }),
  );
  return toLoad(latenciesMs, monotonicMs() - startedAt);
}

function toLoad(latenciesMs: number[], durationMs: number): Load {
  latenciesMs.sort((a, b) => a - b);
  const quantile = (share: number) => latenciesMs[Math.floor(share * latenciesMs.length)] ?? 0;
  return {
    perSecond: (latenciesMs.length / durationMs) * 1_000,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

export type HttpClient = {
  call(call: HttpCall): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
};

/** A service, and how it is called. */
export type Target = {
  url: string;
  key: string;
  /** Unless it is left out, the texts of answers may be compressed bytes: nothing decodes them. */
  acceptEncoding?: string | undefined;
};

/** Makes calls with one key, on at most `connections` kept-alive connections. */
export function openClient({ url, key, acceptEncoding }: Target, connections: number): HttpClient {
  const pool = new Pool(url, { connections });
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
  };
  return {
    async call({ method, path, body = null, idempotencyKey, headers: more }) {
      const once = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
      const answer = await pool.request({
        method,
        path,
        headers: { ...headers, ...once, ...more },
        body,
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    },
    close: () => pool.close(),
  };
}

/** The body of the answer; throws when the status is not the expected one. */
export async function callFor(
  client: HttpClient,
  expectStatus: number,
  call: HttpCall,
): Promise<string> {
  const { status, text } = await client.call(call);
  if (status !== expectStatus)
    throw new Error(`${call.method} ${call.path} answered ${status}: ${text}`);
  return text;
}

/** A closed loop of HTTP calls; an unexpected status throws. */
export async function httpLoop(
  target: Target & { expectStatus: number; nextCall: () => HttpCall },
  options: { inFlight: number; durationMs: number },
): Promise<Load> {
  const client = openClient(target, options.inFlight);
  try {
    return await loop(async () => {
      await callFor(client, target.expectStatus, target.nextCall());
    }, options);
  } finally {
    await client.close();
  }
}

/** A closed loop of GETs that must be answered 200. */
export function getLoop(
  target: Target,
  nextPath: () => string,
  options: { inFlight: number; durationMs: number },
): Promise<Load> {
  const nextCall = () => ({ method: 'GET' as const, path: nextPath() });
  return httpLoop({ ...target, expectStatus: 200, nextCall }, options);
}
