import type { Mutant } from '../mutant.ts';

const LOTS_LEFT = 'sql/postgres/functions/lots_left.sql';
const VOLUMES = 'api/access/volumes.ts';
const LOT_TESTS = ['test/src/parking/lots/write/lot-limit.test.ts'];
const CALL_TESTS = ['test/api/access/budgets.test.ts', 'test/api/v1/lots/plan-limits.test.ts'];

/** Ways to let an operator have or write more than its plan allows. */
export const PLAN_LIMITS: readonly Mutant[] = [
  {
    name: 'lots-counted-at-once',
    file: LOTS_LEFT,
    find: "perform pg_advisory_xact_lock(hashtextextended('lots of ' || of_operator, 0));",
    replace: '',
    tests: LOT_TESTS,
    why: 'single lots at once pass the limit of lots',
  },
  {
    name: 'lots-counted-too-early',
    file: LOTS_LEFT,
    find: 'returns integer\nlanguage plpgsql volatile',
    replace: 'returns integer\nlanguage plpgsql stable',
    tests: LOT_TESTS,
    why: 'lots that were committed during the wait do not count',
  },
  {
    name: 'local-events-counted-at-once',
    file: 'sql/postgres/functions/local_events_full.sql',
    find: "perform pg_advisory_xact_lock(hashtextextended('local events of ' || of_operator, 0));",
    replace: '',
    tests: ['test/src/demand/local-events/limits.test.ts'],
    why: 'concurrent calls pass the limit on local events',
  },
  {
    name: 'rows-by-key',
    file: 'api/access/budgets.ts',
    find: '{ operatorId, livemode }: Principal,\n  name: string,',
    replace: '{ id: operatorId, livemode }: Principal,\n  name: string,',
    tests: CALL_TESTS,
    why: 'ten keys of an operator write ten times the rows',
  },
  {
    name: 'wait-for-rows-alone',
    file: VOLUMES,
    find: 'budgets.waitSeconds(all)',
    replace: 'budgets.waitSeconds(all.slice(-1))',
    tests: CALL_TESTS,
    why: 'a call after Retry-After is refused again',
  },
];
