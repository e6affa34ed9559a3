import { pino } from 'pino';
import { erase } from '../../../src/parking/privacy/erase.ts';
import { openPostgres, type Querier } from '../../../src/stores/postgres.ts';

// A process of its own that does an erasure two stays at a time, and kills itself, as with kill -9,
// before or after a statement has run so many times.
const [connectionString = '', erasureId = '', point = '', passText = '1'] = process.argv.slice(2);

const log = pino({ level: 'silent' });
const opened = openPostgres({ connectionString, poolSize: 2, name: 'erasure test', log });
let passes = Number(passText);

function pass(reached: string): void {
  if (reached !== point) return;
  passes -= 1;
  if (passes === 0) process.kill(process.pid, 'SIGKILL');
}

const watched = (db: Querier): Querier => ({
  async query(name, values) {
    pass(`before ${name}`);
    const rows = await db.query(name, values);
    pass(`after ${name}`);
    return rows as never;
  },
});

const db = {
  ...opened,
  async transaction<T>(work: (connection: Querier) => Promise<T>): Promise<T> {
    const result = await opened.transaction((connection) => work(watched(connection)));
    pass('between two steps');
    return result;
  },
};
await erase({ db, stayCountMax: 2 }, { erasureId, isNow: true });
process.exit(0);
