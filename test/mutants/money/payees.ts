import type { Mutant } from '../mutant.ts';

const STAY_TEST = 'test/api/v1/payments/payee.test.ts';
const ACCOUNT_TEST = 'test/api/v1/payments/account.test.ts';
const READ_TEST = 'test/src/money/payments/payees/read-payee.test.ts';

/** Ways to pay nobody, or somebody else. */
export const PAYEES: readonly Mutant[] = [
  {
    name: 'starts-unpayable',
    file: 'src/parking/payments/payee-of-stay.ts',
    find: 'account === null && isOwed',
    replace: 'account === undefined && isOwed',
    tests: [STAY_TEST],
    why: 'the platform keeps what is the operator’s',
  },
  {
    name: 'pays-the-wrong-account',
    file: 'sql/postgres/queries/lots_find_for_session.sql',
    find: 'payee_accounts.operator_id = lots.operator_id',
    replace: 'payee_accounts.operator_id = :operator_id',
    tests: [STAY_TEST],
    why: 'whoever parks on the lots of others with an account of its own is paid for it',
  },
  {
    name: 'pays-an-incomplete-account',
    file: 'sql/postgres/queries/lots_find_for_session.sql',
    find: " and processor = 'stripe' and charges_enabled",
    replace: " and processor = 'stripe'",
    tests: [STAY_TEST],
    why: 'stays begin that Stripe refuses, or that are paid to nobody',
  },
  {
    name: 'free-needs-an-account',
    file: 'src/parking/payments/payee-of-stay.ts',
    find: 'livemode && amountMinor > 0',
    replace: 'livemode && amountMinor >= 0',
    tests: [STAY_TEST],
    why: 'nobody can park where it costs nothing',
  },
  {
    name: 'second-account',
    file: 'src/money/payments/stripe/accounts.ts',
    find: '() => findMade(stripe, payee),',
    replace: 'async () => undefined,',
    tests: [ACCOUNT_TEST],
    why: 'an operator completes one account, and is paid to another',
  },
  {
    name: 'older-state-last',
    file: 'sql/postgres/queries/payee_account_note.sql',
    find: ' and check_count = :check_count',
    replace: ' and check_count >= :check_count',
    tests: [READ_TEST],
    why: 'an operator that is complete stays refused until somebody looks',
  },
  {
    name: 'holds-unpayable',
    file: 'sql/postgres/queries/lots_list_unpayable.sql',
    find: 'and not exists (',
    replace: 'and exists (',
    tests: [STAY_TEST],
    why: 'a driver arrives with a hold that no stay can begin with',
  },
];
