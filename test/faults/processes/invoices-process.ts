import { pino } from 'pino';
import { issueInvoices } from '../../../src/money/invoices/issue-invoices.ts';
import { createSimulatedInvoices } from '../../../src/money/invoices/simulated-invoices.ts';
import { openDying } from './dying-database.ts';

// A process of its own that issues invoices once and kills itself before or after the statement
// named.
const [connectionString = '', lastStatement = '', moment = ''] = process.argv.slice(2);

const db = openDying(connectionString, lastStatement, moment);
const log = pino({ level: 'silent' });
const gateway = createSimulatedInvoices(db);
await issueInvoices({ db, log, gateway, prices: { pro: 9_900 } });
// The statement was never run: the test sees that this process was not killed.
process.exit(0);
