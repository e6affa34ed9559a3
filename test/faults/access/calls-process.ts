import { pino } from 'pino';
import { createCallRecorder } from '../../../src/access/calls/record-calls.ts';
import type { Principal } from '../../../src/access/principals/principal.ts';
import { openPostgres } from '../../../src/stores/postgres.ts';

// A process of its own that records one call after another and says how many, until it is killed.
const [connectionString = '', caller = ''] = process.argv.slice(2);

const db = openPostgres({
  ...{ connectionString, poolSize: 2, name: 'calls test' },
  log: pino({ level: 'silent' }),
});
const calls = createCallRecorder({ db, log: pino({ level: 'silent' }) });
const PER_TURN = 10;
let sent = 0;
setInterval(() => {
  for (let one = 0; one < PER_TURN; one += 1) {
    sent += 1;
    calls.record({
      ...{ caller: JSON.parse(caller) as Principal, operation: 'getLot', status: 200 },
      ...{ requestId: `req_${sent}`, durationMs: 1, error: undefined },
    });
  }
  process.stdout.write(`${sent}\n`);
}, 5);
