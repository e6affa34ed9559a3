import { pino } from 'pino';
import { systemClock } from '../../../src/kit/clock.ts';
import { openCourierDatabase } from '../../../src/outbound/webhooks/courier/open-courier.ts';
import { runCourier } from '../../../src/outbound/webhooks/courier/run-courier.ts';
import { openSender } from '../../../src/outbound/webhooks/sending/open-sender.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { TEST_PLATES } from '../../plates.ts';

// A courier in a process of its own that kills itself, as with kill -9, at the nth passage of the
// point named: before or after a statement (deliveries_relay, deliveries_claim, deliveries_mark) or
// a request (send). Without a point it runs until its parent is gone.
const [connectionString = '', host = '', point = '', nth = '1'] = process.argv.slice(2);

const log = pino({ level: 'silent' });
let left = Number(nth);

async function watch<T>(name: string, work: () => Promise<T>): Promise<T> {
  pass(`before ${name}`);
  const result = await work();
  pass(`after ${name}`);
  return result;
}

function pass(name: string): void {
  if (name !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const db = openCourierDatabase({ connectionString, plates: TEST_PLATES }, log);
const query: Querier['query'] = (name, values) => watch(name, () => db.query(name, values));
const sender = openSender({ allow: [host], log });
runCourier({
  db: { ...db, query },
  log,
  clock: systemClock,
  allow: [host],
  sender: { ...sender, send: (message) => watch('send', () => sender.send(message)) },
});
process.on('disconnect', () => process.exit());
