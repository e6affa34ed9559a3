import { pino } from 'pino';
import { issueInvoices } from '../../../src/money/invoices/issue-invoices.ts';
import { createSimulatedInvoices } from '../../../src/money/invoices/simulated-invoices.ts';
import { openPostgres, type Postgres } from '../../../src/stores/postgres.ts';

// A process of its own that issues invoices once and kills itself before or after the statement
// named, as with kill -9.
const [connectionString = '', lastStatement = '', moment = ''] = process.argv.slice(2);

const log = pino({ level: 'silent' });
const db = openPostgres({ connectionString, poolSize: 2, name: 'pipelines test', log });

const query: Postgres['query'] = async (name, values) => {
  const isLast = name === lastStatement;
  if (isLast && moment === 'before') process.kill(process.pid, 'SIGKILL');
  const rows = await db.query<never>(name, values);
  if (isLast) process.kill(process.pid, 'SIGKILL');
  return rows;
};
const dying: Postgres = { ...db, query };
const gateway = createSimulatedInvoices(dying);
await issueInvoices({ db: dying, log, gateway, prices: { pro: 9_900 } });
// The statement was never run: the test sees that this process was not killed.
process.exit(0);
