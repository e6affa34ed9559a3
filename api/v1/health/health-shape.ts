import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { CheckStatus } from './check-status.ts';
import { PipelinesCheck } from './pipelines-check.ts';
import { ReconciliationCheck } from './reconciliation-check.ts';
import { WebhooksCheck } from './webhooks-check.ts';

/** Marts without newer data count as old after this time. */
export const MARTS_AGE_SECONDS_MAX = 300;

const OpenTransaction = named(
  'OpenTransaction',
  {
    transaction: Type.String({ description: 'Id of the transaction' }),
    started_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    process_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Process of the database server; null for a prepared transaction',
    }),
    application: Type.Union([Type.String(), Type.Null()]),
    database: Type.Union([Type.String(), Type.Null()]),
  },
  {
    description:
      'The transaction that keeps the marts old: what is committed after its start is not read ' +
      'before it ends',
  },
);

export const JobsCheck = named(
  'JobsCheck',
  {
    status: CheckStatus,
    retrying: Type.Integer({
      minimum: 0,
      description: 'Failed, and is tried again: first after 10 seconds, at last every hour',
    }),
    given_up: Type.Integer({
      minimum: 0,
      description: 'Failed for a day, and is not tried again by itself',
    }),
    failing: Type.Array(
      named('FailingJob', {
        job: Type.String({ description: 'Such as settle-refunds' }),
        retrying: Type.Integer({ minimum: 0 }),
        given_up: Type.Integer({ minimum: 0 }),
      }),
    ),
  },
  {
    description:
      'Stays, payments, refunds, holds, invoices and accounts of the live mode that the ' +
      'timetable could not deal with; any is a warning',
  },
);

export const MartsCheck = named('MartsCheck', {
  status: CheckStatus,
  age_s: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'Seconds since the instant up to which the published marts contain everything; more ' +
      `than ${MARTS_AGE_SECONDS_MAX} and twice the time between two refreshes is a warning`,
  }),
  held_back_by: Type.Optional(OpenTransaction),
});

/** How the service is, part by part. */
export const Health = named('Health', {
  status: CheckStatus,
  version: Type.String(),
  uptime_s: Type.Integer(),
  checks: named('HealthChecks', {
    database: named('DatabaseCheck', {
      status: CheckStatus,
      state: Type.Enum(['up', 'restarting', 'away'], {
        description:
          'restarting: it comes up, or this service, whose own it is, is starting it again. ' +
          'away: it does not answer, and whoever runs it has to look.',
      }),
    }),
    jobs: JobsCheck,
    marts: MartsCheck,
    pipelines: PipelinesCheck,
    reconciliation: ReconciliationCheck,
    webhooks: WebhooksCheck,
  }),
});
