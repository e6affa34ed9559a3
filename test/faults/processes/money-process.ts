import { pino } from 'pino';
import { workProcessorEvents } from '../../../src/money/payments/events/work-events.ts';
import { openPayments } from '../../../src/money/payments/open-payments.ts';
import { settleRefunds } from '../../../src/money/refunds/settle-refunds.ts';
import { cancelUnauthorized } from '../../../src/parking/sessions/authorization/cancel-unauthorized.ts';
import { releaseIntents } from '../../../src/parking/sessions/authorization/release-intents.ts';
import { closeSessions } from '../../../src/parking/sessions/close-sessions.ts';
import { openPostgres } from '../../../src/stores/postgres.ts';
import { settingsFor } from '../../src/money/payments/processors.ts';

// A process of its own that does once what the pipelines role does about payments.
const [connectionString = '', apiBase = ''] = process.argv.slice(2);

const log = pino({ level: 'silent' });
const db = openPostgres({ connectionString, poolSize: 2, name: 'pipelines test', log });
const stripe = settingsFor(apiBase);
const payments = await openPayments({ db, log, stripe, authorizeMinutes: 10 });
const deps = { db, log, payments };
for (const work of [closeSessions, cancelUnauthorized, releaseIntents, settleRefunds])
  await work(deps);
await workProcessorEvents(deps);
process.exit(0);
