import { setTimeout as wait } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import type { Api } from '../../app.ts';
import { API_VERSION } from '../../version.ts';

/** A database that takes longer than this to answer is as good as down. */
const CHECK_MS_MAX = 2_000;
/** Marts that contain nothing younger were not refreshed when they should have been. */
const MARTS_AGE_SECONDS_MAX = 900;

export const CheckStatus = Type.Enum(['pass', 'warn', 'fail']);

export const Health = Type.Object({
  status: CheckStatus,
  version: Type.String(),
  uptime_s: Type.Integer(),
  checks: Type.Object({
    database: Type.Object({ status: CheckStatus }),
    marts: Type.Object({
      status: CheckStatus,
      age_s: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Age of the newest data in the published marts, in seconds.',
      }),
    }),
  }),
});

/** Without the database nothing can be answered; old marts still answer. */
export async function checkHealth(api: Api): Promise<Static<typeof Health>> {
  const marts = await readMarts(api);
  const isReachable = marts !== undefined;
  const ageSeconds = marts?.age_seconds ?? null;
  const isFresh = ageSeconds !== null && ageSeconds <= MARTS_AGE_SECONDS_MAX;
  return {
    status: isReachable ? (isFresh ? 'pass' : 'warn') : 'fail',
    version: API_VERSION,
    uptime_s: Math.floor((api.clock.now() - api.startedAt) / 1_000),
    checks: {
      database: { status: isReachable ? 'pass' : 'fail' },
      marts: { status: isFresh ? 'pass' : 'warn', age_s: ageSeconds },
    },
  };
}

async function readMarts(api: Api): Promise<{ age_seconds: number | null } | undefined> {
  const tooLate = new AbortController();
  try {
    const [row] = await Promise.race([
      api.db.query<{ age_seconds: number | null }>('health_find_marts'),
      wait(CHECK_MS_MAX, [], { signal: tooLate.signal }),
    ]);
    return row;
  } catch (error) {
    api.log.warn({ err: error }, 'health check: the database does not answer');
    return undefined;
  } finally {
    tooLate.abort();
  }
}
