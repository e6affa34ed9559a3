import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../../../src/config.ts';
import { type Books, hoursInto, openBooks } from '../../src/money/reconciliation/stage.ts';
import { awayFromWholeHour } from '../../stage/away-from-whole-hour.ts';
import { isFull } from '../../stage/size.ts';

const ONE_RUN = fileURLToPath(new URL('./reconcile-process.ts', import.meta.url));
/** Between reading, comparing and each thing that is done about what differs. */
const STATEMENTS = [
  'processor_movements_note',
  'reconciled_days_note_read',
  'payments_compare',
  'refunds_compare',
  'findings_note',
  'session_settle',
  'refund_settle',
  'finding_settle',
  'payee_find_paid',
];
const KILLS = isFull ? 20 : 2;

let books: Books;
let account: string;
beforeAll(async () => {
  books = await openBooks('stripe');
  account = books.stripe.addAccount(false).id;
});
afterAll(() => books.stop());
await awayFromWholeHour();

async function runAndDie(statement: string, moment: string, now: Date) {
  const { connectionString } = books.database;
  const args = [ONE_RUN, connectionString, statement, moment, books.stripe.apiBase];
  const env = childEnvironment({});
  const child = spawn(process.execPath, [...args, now.toISOString()], { env, stdio: 'ignore' });
  const [, signal] = await once(child, 'exit');
  return signal;
}

/** A stay of each kind that is settled; how much the account gets of them in the end. */
async function plant(): Promise<{ subjects: string[]; operatorMinor: number }> {
  const { stripe } = books;
  const before = stripe.balanceOf(account);
  const unnoted = await books.begin('cad', account);
  stripe.fail(new RegExp(`POST .*${unnoted.intent}/capture`), 'gone after', 2);
  await expect(books.end(unnoted)).rejects.toThrow('502');
  const returned = await books.paid('cad', account);
  const operatorMinor = stripe.balanceOf(account) - before;
  const refundId = await books.refund(returned, 0.6);
  stripe.driver.failRefund(returned.intent);
  const held = await books.unauthorised('cad');
  stripe.forgetKeys();
  Object.assign(stripe.intents.get(held.intent) ?? {}, {
    status: 'requires_capture',
    capturable: 300,
  });
  return { subjects: [unnoted.intent, held.intent, refundId], operatorMinor };
}

const POINTS = STATEMENTS.flatMap((statement) =>
  ['before', 'after'].map((moment) => [moment, statement] as const),
);
/** In CI a few, in turn by the day; all of them in the soak. */
const first = new Date().getUTCDate() % POINTS.length;
const CHOSEN = Array.from({ length: KILLS }, (_, turn) => {
  const step = KILLS < POINTS.length ? Math.floor(POINTS.length / KILLS) : 1;
  return POINTS[(first + turn * step) % POINTS.length] ?? (['before', 'findings_note'] as const);
});

test.each(CHOSEN)('a kill %s %s settles everything, once', async (moment, statement) => {
  const { subjects, operatorMinor } = await plant();
  const before = books.stripe.balanceOf(account);
  await books.database.sql('delete from reconciled_days');
  // What a refund took is known only when the refund is taken back: the second run pays it back.
  if (statement === 'payee_find_paid') await books.compare(1);
  const days = statement === 'payee_find_paid' ? 2 : 1;
  expect(await runAndDie(statement, moment, hoursInto(days, 2))).toBe('SIGKILL');
  for (const later of [1, 2, 3]) await books.compare(later);
  expect(await books.open()).toEqual([]);
  const settled = await Promise.all(subjects.map((subject) => books.settled(subject)));
  expect(settled.flat().map(({ kind }) => kind)).toEqual([
    'capture_not_noted',
    'authorisation_held',
    'refund_absent',
    'reversal_open',
  ]);
  // Before, the account was short of what the refund took, less the fee that went back with it.
  expect(books.stripe.balanceOf(account) - before).toBe(60 - 6);
  expect(operatorMinor).toBeGreaterThan(0);
  const [fees] = await books.database.sql(
    `select count(*)::integer as entries, count(distinct movement_id)::integer as lines
     from ledger where kind = 'processor_fee'`,
  );
  const lines = books.stripe.lines.filter(({ fee }) => fee > 0).length;
  expect(fees).toEqual({ entries: lines, lines });
});
