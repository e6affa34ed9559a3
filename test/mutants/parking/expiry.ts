import type { Mutant } from '../mutant.ts';

const EXPIRE_TEST = 'test/src/parking/sessions/expire-sessions.test.ts';
const EXTEND_TEST = 'test/src/parking/sessions/extend-session.test.ts';
const HOLDS_TEST = 'test/src/parking/holds/holds.test.ts';
const RUN_OUT_TEST = 'test/src/parking/holds/run-out.test.ts';

/** Ways to be wrong about what has run out, and about the consequences. */
export const EXPIRY: readonly Mutant[] = [
  {
    name: 'expired-hold-redeemed',
    file: 'sql/postgres/queries/session_create.sql',
    find: '\n    and expires_at > clock_timestamp()',
    replace: '',
    tests: [RUN_OUT_TEST],
    why: 'a hold that runs out while it is being redeemed is redeemed',
  },
  {
    name: 'expired-hold-counts',
    file: 'sql/postgres/functions/spaces_needed.sql',
    find: "where lot_id = of_lot and status = 'held' and expires_at > as_of\n  ),",
    replace: "where lot_id = of_lot and status = 'held'\n  ),",
    tests: [HOLDS_TEST],
    why: 'a hold that has run out keeps its space until the sweep',
  },
  {
    name: 'expired-hold-shown-held',
    file: 'sql/postgres/views/hold_details.sql',
    find: "then 'expired' else holds.status end as status_now",
    replace: "then 'held' else holds.status end as status_now",
    tests: [HOLDS_TEST],
    why: 'a hold that has run out is shown as held',
  },
  {
    name: 'standing-hold-expired',
    file: 'sql/postgres/queries/holds_release.sql',
    find: "\n    and (expires_at <= clock_timestamp()) = (:status = 'expired')",
    replace: '',
    tests: [RUN_OUT_TEST],
    why: 'a hold that has not run out is swept',
  },
  {
    name: 'no-grace',
    file: 'src/parking/sessions/session.ts',
    find: 'const GRACE_MS = 15 * 60_000;',
    replace: 'const GRACE_MS = 0;',
    tests: [EXTEND_TEST],
    why: 'a stay is overdue right at its expected end, without any grace',
  },
  {
    name: 'grace-inverted',
    file: 'src/parking/sessions/session.ts',
    find: 'now.getTime() >= session.expectedEnd',
    replace: 'now.getTime() < session.expectedEnd',
    tests: [EXTEND_TEST],
    why: 'stays count as overdue before their time, and not after it',
  },
  {
    name: 'grace-longer-than-listed',
    file: 'src/parking/sessions/session.ts',
    find: 'now.getTime() >= session.expectedEnd',
    replace: 'now.getTime() > session.expectedEnd',
    tests: [EXPIRE_TEST],
    why: 'a stay listed as overdue is billed as one that was ended in time',
  },
  {
    name: 'due-too-early',
    file: 'sql/postgres/queries/sessions_list_due.sql',
    find: "expected_end <= now() - interval '15 minutes'",
    replace: 'expected_end <= now()',
    tests: [EXPIRE_TEST],
    why: 'stays are closed while their grace still lasts',
  },
  {
    name: 'expired-now',
    file: 'src/parking/sessions/bill-session.ts',
    find: "status === 'expiring' ? found.expectedEnd : now",
    replace: 'now',
    tests: [EXPIRE_TEST],
    why: 'an expired stay is charged until the job closes it',
  },
  {
    name: 'overdue-extended',
    file: 'sql/postgres/queries/session_extend.sql',
    find: "\n    and expected_end + interval '15 minutes' > clock_timestamp()",
    replace: '',
    tests: [EXTEND_TEST],
    why: 'a stay that runs out while it is being extended is extended',
  },
  {
    name: 'extended-expired',
    file: 'sql/postgres/queries/session_end.sql',
    find: "\n    and (:status = 'ending' or expected_end = :expected_end)",
    replace: '\n    and (:status = :status or :expected_end::timestamptz is null)',
    tests: [EXPIRE_TEST],
    why: 'a stay that is extended while it is being closed is closed at its former end',
  },
  {
    name: 'overdue-keeps-lot-full',
    file: 'src/parking/sessions/agree-terms.ts',
    find: '  await expireOverdue(db, lotId);\n',
    replace: '',
    tests: [EXPIRE_TEST],
    why: 'a new stay is refused although the time of the stay on its space has run out',
  },
  {
    name: 'overdue-blocks-hold',
    file: 'src/parking/sessions/begin-session.ts',
    find: '  await expireOverdue(db, session.lotId);\n',
    replace: '',
    tests: [HOLDS_TEST],
    why: 'a hold cannot be redeemed although the time of the vehicle on its space has run out',
  },
];
