import type { Mutant } from '../mutant.ts';

const CANCEL = 'sql/postgres/queries/session_cancel.sql';
const JOB = 'src/parking/sessions/authorization/cancel-unauthorized.ts';
const SETTLE = 'src/parking/sessions/settle-session.ts';
const CORE_TEST = 'test/src/parking/sessions/authorization/authorization.test.ts';
const LONGER_TEST = 'test/api/v1/sessions/longer-stay.test.ts';
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
  {
    name: 'former-payment-kept',
    file: 'sql/postgres/queries/session_extend.sql',
    find: 'where former_intent_id <> payment_intent_id',
    replace: 'where false',
    tests: [LONGER_TEST],
    why: 'the bank holds what a longer stay costs twice',
  },
  {
    name: 'ended-with-former-payment',
    file: 'sql/postgres/queries/session_end.sql',
    find: '    and payment_intent_id = :payment_intent_id\n',
    replace: '    and :payment_intent_id::text is not null\n',
    tests: ['test/src/parking/sessions/authorization/replace-intent.test.ts'],
    why: 'a stay captures a payment that is released, and is paid by nobody',
  },
  {
    name: 'secret-of-others',
    file: 'src/parking/sessions/authorization/replace-intent.ts',
    find: 'session.keyId === caller.id',
    replace: 'caller.id.length > 0',
    tests: [LONGER_TEST],
    why: 'any key of the operator can have a card authorised',
  },
  {
    name: 'late-payment-used',
    file: 'sql/postgres/queries/session_extend.sql',
    find: '    and authorize_by is not null\n  for update',
    replace: '  for update',
    tests: ['test/src/parking/sessions/authorization/replace-intent.test.ts'],
    why: 'a longer stay is paid by a payment that is being released',
  },
];
