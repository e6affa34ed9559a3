import type { Mutant } from '../mutant.ts';

const GRANTS = 'src/access/keys/grants.ts';
const LOCK = 'src/access/keys/manage/lock-keys.ts';
const GRANT_TESTS = ['test/api/v1/keys/grants.test.ts'];
const KEY_TESTS = ['test/api/v1/keys/keys.test.ts'];
const MANDATE_TESTS = ['test/api/v1/keys/mandates.test.ts'];
const AUDIT_TESTS = ['test/api/v1/audit/audit.test.ts'];

/** Ways for a key to get rights that it lacks, and for the audit log to tell of strangers. */
export const KEYS: readonly Mutant[] = [
  {
    name: 'key-manages-any-key',
    file: LOCK,
    find: 'if (managed.keyId !== caller.id) checkGrant(maker, managed);',
    replace: 'if (managed.keyId === caller.id) checkGrant(maker, managed);',
    tests: GRANT_TESTS,
    why: 'a key rotates a better one and gets its secret',
  },
  {
    name: 'key-sheds-its-mandate',
    file: GRANTS,
    find: 'mandate: asked.mandate ?? maker.mandate',
    replace: 'mandate: asked.mandate ?? null',
    tests: MANDATE_TESTS,
    why: 'an agent makes itself a key that may spend without limit',
  },
  {
    name: 'key-takes-another-mandate',
    file: GRANTS,
    find: 'maker.mandate !== null && mandateIdOf(made.mandate) !== mandateIdOf(maker.mandate)',
    replace: 'maker.mandate !== null && made.mandate === null',
    tests: MANDATE_TESTS,
    why: 'an agent makes itself a key with a wider mandate',
  },
  {
    name: 'key-hands-on-capped-intelligence',
    file: GRANTS,
    find: "maker.spendCapCents !== null && made.scopes.includes('intelligence')",
    replace: 'false',
    tests: GRANT_TESTS,
    why: 'many keys spend the cap of one, each',
  },
  {
    name: 'key-outlives-its-maker',
    file: GRANTS,
    find: '(made.expiresAt === null || made.expiresAt > maker.expiresAt)',
    replace: 'made.expiresAt !== null && made.expiresAt > maker.expiresAt',
    tests: GRANT_TESTS,
    why: 'a key that expires manages keys that do not',
  },
  {
    name: 'key-takes-the-usual-limits',
    file: GRANTS,
    find: 'Math.min(KEY_BUDGETS[name], limit)',
    replace: 'KEY_BUDGETS[name]',
    tests: GRANT_TESTS,
    why: 'a key with lower limits cannot make keys, or makes one with higher limits',
  },
  {
    name: 'key-splits-end-users',
    file: GRANTS,
    find: "name === 'end_user' ? limit : ",
    replace: '',
    tests: GRANT_TESTS,
    why: 'an end user has a budget for each of two limits',
  },
  {
    name: 'revoked-key-makes-keys',
    file: LOCK,
    find: 'if (row?.isValid) return',
    replace: 'if (row !== undefined) return',
    tests: KEY_TESTS,
    why: 'a stolen key makes another one while it is being revoked',
  },
  {
    name: 'keys-locked-in-any-order',
    file: 'sql/postgres/queries/api_keys_lock_own.sql',
    find: 'for no key update;',
    replace: ';',
    tests: KEY_TESTS,
    why: 'two keys that rotate each other both succeed',
  },
  {
    name: 'keys-counted-at-once',
    file: 'sql/postgres/functions/count_valid_keys.sql',
    find: 'perform pg_advisory_xact_lock(',
    replace: 'perform abs(',
    tests: KEY_TESTS,
    why: 'concurrent calls pass the limit on keys',
  },
  {
    name: 'agent-lost-by-rotation',
    file: 'sql/postgres/queries/api_keys_rotate.sql',
    find: 'mandate_id, agent_id,\n    key_id',
    replace: 'mandate_id, null,\n    key_id',
    tests: ['test/api/v1/agents/agents.test.ts'],
    why: 'stays of a rotated key have no agent',
  },
  {
    name: 'audit-names-strangers',
    file: 'src/access/audit/list-audit.ts',
    find: 'id: isOwn ? row.actorId : null',
    replace: 'id: row.actorId',
    tests: AUDIT_TESTS,
    why: 'an operator learns which keys others have',
  },
  {
    name: 'audit-asked-for-strangers',
    file: 'sql/postgres/queries/audit_list_page.sql',
    find: 'and operator_id <> :operator_id))',
    replace: 'and operator_id is null))',
    tests: AUDIT_TESTS,
    why: 'an operator learns which rows are of one stranger',
  },
  {
    name: 'audit-tells-who-is-known',
    file: 'sql/postgres/queries/audit_list_page.sql',
    find: " and action <> 'session.searched')",
    replace: ')',
    tests: AUDIT_TESTS,
    why: 'an operator learns whether another one knows a plate',
  },
];
