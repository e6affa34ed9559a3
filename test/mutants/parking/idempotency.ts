import type { Mutant } from '../mutant.ts';

const FIND = 'sql/postgres/queries/idempotency_find.sql';
const ANSWER = 'src/access/idempotency/answer-once.ts';
const KEY = 'api/repeat/idempotency-key.ts';
const KEY_TEST = 'test/api/repeat/idempotency-key.test.ts';
const CREATE_TEST = 'test/src/parking/sessions/create-session.test.ts';
const END_TEST = 'test/src/parking/sessions/end-session.test.ts';
const EXTEND_TEST = 'test/src/parking/sessions/extend-session.test.ts';
const HOLDS_ONCE_TEST = 'test/src/parking/holds/holds-once.test.ts';

/** Ways to do the work of a call twice, or to return the answer of another call. */
export const IDEMPOTENCY: readonly Mutant[] = [
  {
    name: 'create-not-remembered',
    file: 'sql/postgres/queries/session_create.sql',
    find: 'where :idempotency_key::text is not null',
    replace: 'where :idempotency_key::text is not null and false',
    tests: [CREATE_TEST],
    why: 'a repeated create is refused as a second vehicle',
  },
  {
    name: 'extend-not-remembered',
    file: 'sql/postgres/queries/session_extend.sql',
    find: 'where :idempotency_key::text is not null',
    replace: 'where :idempotency_key::text is not null and false',
    tests: [EXTEND_TEST],
    why: 'a repeated extension extends again',
  },
  {
    name: 'end-not-remembered',
    file: 'sql/postgres/queries/session_settle.sql',
    find: 'where :idempotency_key::text is not null',
    replace: 'where :idempotency_key::text is not null and false',
    tests: [END_TEST],
    why: 'a repeated end is refused as a second one',
  },
  {
    name: 'place-not-remembered',
    file: 'sql/postgres/queries/holds_place.sql',
    find: 'where :idempotency_key::text is not null',
    replace: 'where :idempotency_key::text is not null and false',
    tests: [HOLDS_ONCE_TEST],
    why: 'a repeated reservation holds a second space',
  },
  {
    name: 'cancel-not-remembered',
    file: 'sql/postgres/queries/holds_release.sql',
    find: 'where :idempotency_key::text is not null',
    replace: 'where :idempotency_key::text is not null and false',
    tests: [HOLDS_ONCE_TEST],
    why: 'a repeated cancel is answered that there is no hold to cancel',
  },
  {
    name: 'key-not-unique',
    file: 'sql/postgres/migrations/000001_core.sql',
    find: 'primary key (key_id, operation, idempotency_key)',
    replace: 'primary key (key_id, operation, idempotency_key, created_at)',
    tests: [EXTEND_TEST],
    why: 'concurrent repeats of a call both do its work',
  },
  {
    name: 'twin-not-looked-up',
    file: ANSWER,
    find: 'const twin = await findReplay(db, call);',
    replace: 'const twin = undefined;',
    tests: [CREATE_TEST],
    why: 'the slower of two concurrent repeats of a call gets an error',
  },
  {
    name: 'body-ignored',
    file: ANSWER,
    find: 'if (!row.bodySha256.equals(call.bodySha256))',
    replace: 'if (row.bodySha256.length === 0)',
    tests: [CREATE_TEST],
    why: 'another request under a used key gets the answer of the first',
  },
  {
    name: 'order-of-fields-counts',
    file: ANSWER,
    find: 'Object.keys(members).sort()',
    replace: 'Object.keys(members)',
    tests: [EXTEND_TEST],
    why: 'the same body with its fields in another order counts as another body',
  },
  {
    name: 'key-of-any-operation',
    file: FIND,
    find: '\n  and operation = :operation',
    replace: '',
    tests: [EXTEND_TEST],
    why: 'a key used for one operation returns its answer for another operation',
  },
  {
    name: 'key-of-anybody',
    file: FIND,
    find: '\nwhere key_id = :key_id',
    replace: '\nwhere true',
    tests: [EXTEND_TEST],
    why: "one caller gets another caller's answer",
  },
  {
    name: 'never-forgotten',
    file: FIND,
    find: "\n  and created_at > now() - interval '24 hours'",
    replace: '',
    tests: [CREATE_TEST],
    why: 'an answer is returned again after more than 24 hours',
  },
  {
    name: 'used-key-before-faults',
    file: ANSWER,
    find: '  await call.check?.();\n',
    replace: '',
    tests: ['test/api/repeat/refused-anyway.test.ts'],
    why: 'what was asked of a webhook that is gone is answered as before',
  },
  {
    name: 'late-error-answered',
    file: ANSWER,
    find: '    if (call.isLate?.(error)) throw error;\n',
    replace: '',
    tests: ['test/api/v1/sessions/rehearsals.test.ts'],
    why: 'a refund to which the processor gave no answer is asked for again at once',
  },
  {
    name: 'key-in-body-overlooked',
    file: KEY,
    find: 'const key = inHeader ?? inBody;',
    replace: 'const key = inHeader;',
    tests: [KEY_TEST],
    why: 'an assistant that repeats a call does its work twice',
  },
  {
    name: 'key-in-body-compared',
    file: KEY,
    find: '{ [FIELD]: _key, ...asked } = body',
    replace: 'asked = body',
    tests: [KEY_TEST],
    why: 'a repeat that sends its key in the header is taken for another request',
  },
  {
    name: 'two-keys-at-once',
    file: KEY,
    find: ' && inHeader !== inBody',
    replace: ' && false',
    tests: [KEY_TEST],
    why: 'of two keys that differ, one counts without a word',
  },
];
