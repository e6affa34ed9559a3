import type { Mutant } from '../mutant.ts';

const CANCEL = 'sql/postgres/queries/session_cancel.sql';
const JOB = 'src/parking/sessions/authorization/cancel-unauthorized.ts';
const SETTLE = 'src/parking/sessions/settle-session.ts';
const CORE_TEST = 'test/src/parking/sessions/authorization/authorization.test.ts';
const HTTP_TEST = 'test/api/v1/sessions/authorization.test.ts';

/** Ways to park for nothing, or to lose a space that is paid. */
export const AUTHORIZATION: readonly Mutant[] = [
  {
    name: 'canceled-in-time',
    file: CANCEL,
    find: 'and authorize_by <= clock_timestamp()',
    replace: 'and authorize_by is not null',
    tests: [CORE_TEST],
    why: 'a driver who is about to authorise loses the space',
  },
  {
    name: 'canceled-space-kept',
    file: CANCEL,
    find: 'set taken_spaces = taken_spaces - 1,',
    replace: 'set taken_spaces = taken_spaces,',
    tests: [CORE_TEST],
    why: 'invented plates fill a lot for ever',
  },
  {
    name: 'last-moment-not-asked',
    file: JOB,
    find: '  if (await noteAuthorized(db, session, intent)) return;\n',
    replace: "  if (intent.status === 'captured') return;\n",
    tests: [CORE_TEST],
    why: 'a driver who authorised at the last moment loses the space',
  },
  {
    name: 'ended-unauthorized',
    file: 'src/parking/sessions/end-session.ts',
    find: 'await findAuthorized(deps, caller, named)',
    replace: 'named',
    tests: [HTTP_TEST],
    why: 'ending a stay that nobody has authorised never answers',
  },
  {
    name: 'gate-code-before-authorization',
    file: 'src/parking/lots/entry-instructions.ts',
    find: "if (isStaying && (isAuthorized || from === 'start'))",
    replace: 'if (isStaying)',
    tests: [HTTP_TEST],
    why: 'an invented plate opens the gate',
  },
  {
    name: 'unauthorized-without-limit',
    file: 'sql/postgres/functions/refuse_unauthorized.sql',
    find: 'each_pct constant integer := 10;',
    replace: 'each_pct constant integer := 100;',
    tests: [CORE_TEST],
    why: 'a rival fills a lot with plates that it made up',
  },
  {
    name: 'grace-time-not-authorized',
    file: 'src/parking/sessions/session.ts',
    find: 'return Math.max(estimatedMinor, priceOfStay({ ...session, endedAt }).subtotalMinor);',
    replace: 'return Math.min(estimatedMinor, priceOfStay({ ...session, endedAt }).subtotalMinor);',
    tests: [CORE_TEST],
    why: 'what a stay costs beyond its expected end is never had',
  },
  {
    name: 'fee-of-shortfall',
    file: SETTLE,
    find: 'platformFeeMinor: feeOf(result.capturedMinor),',
    replace: 'platformFeeMinor: billed.platformFeeMinor,',
    tests: [CORE_TEST],
    why: 'the operator pays a fee for what nobody has paid',
  },
  {
    name: 'shortfall-forgotten',
    file: SETTLE,
    find: 'shortfallMinor: billed.subtotalMinor - result.capturedMinor,',
    replace: 'shortfallMinor: 0,',
    tests: [CORE_TEST],
    why: 'the operator is owed what nobody has paid',
  },
];
