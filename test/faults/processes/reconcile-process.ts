import { pino } from 'pino';
import { createStripeGateway } from '../../../src/money/payments/stripe/stripe-gateway.ts';
import { reconcile } from '../../../src/money/reconciliation/reconcile.ts';
import { settingsFor } from '../../src/money/payments/processors.ts';
import { openDying } from './dying-database.ts';

// A process of its own that compares the books once and kills itself before or after the statement
// named.
const [connectionString = '', lastStatement = '', moment = '', apiBase = '', now = ''] =
  process.argv.slice(2);

const db = openDying(connectionString, lastStatement, moment);
const log = pino({ level: 'silent' });
const payments = createStripeGateway(settingsFor(apiBase), { log });
await reconcile({ db, log, payments, now: new Date(now) });
// The statement was never run: the test sees that this process was not killed.
process.exit(0);
