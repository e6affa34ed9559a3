import type { Mutant } from './mutant.ts';

const REFUNDS = 'sql/postgres/queries/refunds_list_pending.sql';
const NOTE = 'sql/postgres/queries/setbacks_note.sql';
const TESTS = ['test/src/stores/run-due.test.ts'];

/** Ways in which work that always fails delays other work. */
export const RETRIES: readonly Mutant[] = [
  {
    name: 'tried-at-every-run',
    file: REFUNDS,
    find: '\n  and (job is null or retry_at <= now())',
    replace: '',
    tests: TESTS,
    why: 'a hundred refunds that fail keep all others from being paid',
  },
  {
    name: 'test-world-first',
    file: REFUNDS,
    find: 'refunds.livemode desc, ',
    replace: '',
    tests: TESTS,
    why: 'rehearsals of slow processors in the test world delay live payments',
  },
  {
    name: 'never-given-up',
    file: NOTE,
    find: '  retry_at = case when not :gives_up then',
    replace: '  retry_at = case when :gives_up = :gives_up then',
    tests: TESTS,
    why: 'work that always fails is tried again for ever',
  },
  {
    name: 'given-up-unseen',
    file: 'sql/postgres/queries/setbacks_sweep.sql',
    find: "or status = 'payment_failed' and retry_at is null",
    replace: 'or false',
    tests: TESTS,
    why: 'a payment that was given up is not reported',
  },
];
