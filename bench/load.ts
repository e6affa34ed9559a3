import { Pool } from 'undici';
import { monotonicMs } from '../src/clock.ts';

/** What a closed loop saw: each of `inFlight` callers asks again as soon as it is answered. */
export type Load = { perSecond: number; p50Ms: number; p99Ms: number };

export type HttpCall = { method: 'GET' | 'POST'; path: string; body?: string };

const WARM_UP_SHARE = 0.2;

/** Runs `work` in a closed loop for `durationMs`, after a fifth of that to warm up. */
export async function loop(
  work: () => Promise<void>,
  options: { inFlight: number; durationMs: number },
): Promise<Load> {
  await run(work, options.inFlight, options.durationMs * WARM_UP_SHARE);
  return run(work, options.inFlight, options.durationMs);
}

async function run(work: () => Promise<void>, inFlight: number, durationMs: number): Promise<Load> {
  const latenciesMs: number[] = [];
  const startedAt = monotonicMs();
  const endAt = startedAt + durationMs;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      let before = monotonicMs();
      while (before < endAt) {
        await work();
        const after = monotonicMs();
        latenciesMs.push(after - before);
        before = after;
      }
    }),
  );
  const seconds = (monotonicMs() - startedAt) / 1000;
  latenciesMs.sort((a, b) => a - b);
  const quantile = (share: number) => latenciesMs[Math.floor(share * latenciesMs.length)] ?? 0;
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

/** A closed loop of HTTP calls on kept-alive connections; an unexpected status throws. */
export async function httpLoop(
  target: { url: string; key: string; expectStatus: number; nextCall: () => HttpCall },
  options: { inFlight: number; durationMs: number },
): Promise<Load> {
  const pool = new Pool(target.url, { connections: options.inFlight });
  const headers = { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' };
  try {
    return await loop(async () => {
      const { method, path, body = null } = target.nextCall();
      const answer = await pool.request({ method, path, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== target.expectStatus)
        throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    }, options);
  } finally {
    await pool.close();
  }
}
