import type { Mutant } from './mutant.ts';

const REFUNDS = 'sql/postgres/queries/refunds_list_pending.sql';
const NOTE = 'sql/postgres/queries/setbacks_note.sql';
const TESTS = ['test/src/setbacks/work-off.test.ts'];

/** Ways in which things that always fail hold up others. */
export const SETBACKS: readonly Mutant[] = [
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
    why: 'who rehearses slow processors keeps live money waiting',
  },
  {
    name: 'never-given-up',
    file: NOTE,
    find: '  retry_at = case when not :gives_up then',
    replace: '  retry_at = case when :gives_up = :gives_up then',
    tests: TESTS,
    why: 'what cannot be done is tried for ever',
  },
  {
    name: 'given-up-unseen',
    file: 'sql/postgres/queries/setbacks_sweep.sql',
    find: "or status = 'payment_failed' and retry_at is null",
    replace: 'or false',
    tests: TESTS,
    why: 'nobody learns that a payment was given up',
  },
];
