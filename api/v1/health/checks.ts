import { setTimeout as wait } from 'node:timers/promises';
import type { Static } from 'typebox';
import { databaseError } from '../../../src/kit/embedded-postgres/database-error.ts';
import { originsOf } from '../../../src/outbound/webhooks/sending/endpoint-url.ts';
import type { Api } from '../../app.ts';
import { API_VERSION } from '../../version.ts';
import { type Health, MARTS_AGE_SECONDS_MAX } from './health-shape.ts';
import { checkPipelines, type Pipelines } from './pipelines-check.ts';
import {
  checkReconciliation,
  type Reconciliation,
  reconciliationValues,
} from './reconciliation-check.ts';
import { checkWebhooks, type Webhooks } from './webhooks-check.ts';

/** A database that takes longer to answer counts as down. */
const CHECK_MS_MAX = 2_000;
/** Marts are old only after so many refreshes. */
const REFRESHES_MAX = 2;

/** SQLSTATE of a server that is starting or recovering from a crash. */
const CANNOT_CONNECT_NOW = '57P03';

/**
 * The service fails without the database; with old marts it still answers, so that is only a
 * warning.
 */
export async function checkHealth(api: Api): Promise<Static<typeof Health>> {
  const { marts, failing, pipelines, reconciliation, webhooks, state } = await askDatabase(api);
  const isReachable = state === 'up';
  const ageSeconds = marts?.ageSeconds ?? null;
  const isFresh = ageSeconds !== null && ageSeconds <= ageSecondsMax(api);
  const pipelinesCheck = checkPipelines(pipelines);
  const webhooksCheck = checkWebhooks(webhooks);
  const books = checkReconciliation(reconciliation);
  const isPassing =
    [pipelinesCheck, webhooksCheck].every(({ status }) => status === 'pass') &&
    books.status !== 'warn';
  const isWell = isFresh && failing.length === 0 && isPassing;
  return {
    status: isReachable ? (isWell ? 'pass' : 'warn') : 'fail',
    version: API_VERSION,
    uptime_s: Math.floor((api.clock.now() - api.startedAt) / 1_000),
    checks: {
      database: { status: isReachable ? 'pass' : 'fail', state },
      jobs: {
        status: isReachable && failing.length === 0 ? 'pass' : 'warn',
        retrying: failing.reduce((sum, { retrying }) => sum + retrying, 0),
        given_up: failing.reduce((sum, { givenUp }) => sum + givenUp, 0),
        failing: failing.map(({ job, retrying, givenUp }) => ({
          job,
          retrying,
          given_up: givenUp,
        })),
      },
      marts: {
        status: isFresh ? 'pass' : 'warn',
        age_s: ageSeconds,
        ...writerOf(marts),
      },
      pipelines: pipelinesCheck,
      reconciliation: books,
      webhooks: webhooksCheck,
    },
  };
}

function ageSecondsMax({ config }: Api): number {
  return Math.max(MARTS_AGE_SECONDS_MAX, REFRESHES_MAX * config.refreshSeconds);
}

function writerOf(marts: Marts | undefined) {
  if (marts == null || marts.transaction === null) return {};
  const { transaction, startedAt, processId, application, database } = marts;
  const since = startedAt?.toISOString() ?? null;
  return {
    held_back_by: { process_id: processId, application, database, transaction, started_at: since },
  };
}

type Marts = {
  ageSeconds: number | null;
  transaction: string | null;
  startedAt: Date | null;
  processId: number | null;
  application: string | null;
  database: string | null;
};

type Failing = { job: string; retrying: number; givenUp: number };

type Found = [Marts[], Failing[], Pipelines[], Webhooks[], Reconciliation[]];

async function askDatabase(api: Api): Promise<{
  marts?: Marts | undefined;
  pipelines?: Pipelines | undefined;
  reconciliation?: Reconciliation | undefined;
  webhooks?: Webhooks | undefined;
  failing: Failing[];
  state: 'up' | 'restarting' | 'away';
}> {
  const tooLate = new AbortController();
  try {
    const [[marts], failing, [pipelines], [webhooks], [reconciliation]] = await Promise.race([
      Promise.all([
        api.db.query<Marts>('health_find_marts', { ageSecondsMax: ageSecondsMax(api) }),
        api.db.query<Failing>('setbacks_count'),
        api.db.query<Pipelines>('health_find_pipelines'),
        api.db.query<Webhooks>('health_find_webhooks', {
          vouched: originsOf(api.config.webhookAllow),
        }),
        api.db.query<Reconciliation>('reconciliation_find', reconciliationValues),
      ]),
      wait(CHECK_MS_MAX, [[], [], [], [], []] as Found, { signal: tooLate.signal }),
    ]);
    return {
      marts,
      pipelines,
      reconciliation,
      webhooks,
      failing,
      state: marts === undefined ? 'away' : 'up',
    };
  } catch (error) {
    api.log.warn({ err: error }, 'health check: the database does not answer');
    // The embedded server is restarted by one of the processes that share it.
    const isComing =
      api.config.databaseUrl === undefined || databaseError(error)?.code === CANNOT_CONNECT_NOW;
    return { failing: [], state: isComing ? 'restarting' : 'away' };
  } finally {
    tooLate.abort();
  }
}
