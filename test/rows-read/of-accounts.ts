import { far, few, type Sample, SMALL, sha256 } from './sample.ts';

const MEMBER = { member_id: 'mem_41', person_id: 'per_41', operator_id: 'op_1' };
const PERSON = { person_id: 'per_41' };
const LIMITS = { idle_seconds: 43_200, age_seconds: 604_800 };
const SUBJECTS = [sha256('1'), sha256('2'), sha256('3'), sha256('4')];

/** Members, invitations, and what people sign in with. */
export const OF_ACCOUNTS: Record<string, Sample> = {
  company_identities_find: few({ issuer: 'https://idp.example', subject: 's7' }),
  company_identities_link: few({
    ...MEMBER,
    ...{ issuer: 'https://idp.example', subject: 'new' },
  }),
  email_changes_find: few({ ...PERSON, token_sha256: sha256('41') }),
  email_changes_insert: few({
    ...{ ...PERSON, token_sha256: sha256('new'), email: 'another@example.com' },
    ...{ asked_max: 5, sent_max: 5 },
  }),
  email_changes_sweep: few({}),
  invitations_accept: few(
    {
      token_sha256: sha256('9999'),
      ...{ person_id: 'per_new', member_id: 'mem_new', name: 'Kim', email: null },
      is_email_confirmed: false,
    },
    {
      token_sha256: sha256('9998'),
      ...{ person_id: 'per_7', member_id: 'mem_new', name: null, email: null },
      is_email_confirmed: false,
    },
  ),
  invitations_find: few({ token_sha256: sha256('77') }),
  invitations_insert: few({
    ...{ invitation_id: 'ivt_new', email: null, role: 'viewer', token_sha256: sha256('new') },
    count_max: 1_000,
  }),
  invitations_list_page: few({}, far('ivt_1', 20), SMALL),
  invitations_lock: few({ invitation_id: 'ivt_1' }),
  invitations_withdraw: few({ invitation_id: 'ivt_1' }, { invitation_id: 'ivt_none' }),
  known_devices_sweep: few({}),
  members_change_role: few({ ...MEMBER, role: 'manager' }),
  members_find: few(MEMBER),
  members_insert_owner: few({
    ...{ person_id: 'per_new', member_id: 'mem_new', name: 'Kim', email: null },
  }),
  members_list_page: few({}, far('mem_1'), SMALL),
  members_list_own: few(PERSON),
  members_lock: few(MEMBER),
  members_remove: few(MEMBER),
  passkey_challenges_claim: few({ challenge: 'challenge7', use: 'sign_in' }),
  passkey_challenges_insert: few({ challenge: 'new', use: 'sign_in', person_id: null }),
  passkeys_find: few({ credential_id: 'cred7' }),
  passkeys_insert: few({
    ...MEMBER,
    ...{ passkey_id: 'psk_new', credential_id: 'new', public_key: 'x', sign_count: 0 },
    ...{ transports: [], name: 'Phone', count_max: 20 },
  }),
  passkeys_list: few(MEMBER),
  passkeys_note_use: few({ passkey_id: 'psk_7', sign_count: 1 }),
  passkeys_remove: few({ ...MEMBER, passkey_id: 'psk_41' }),
  people_begin_totp: few({ ...PERSON, totp_secret: 's1.x' }),
  people_confirm_totp: few({ ...MEMBER, begun_totp_secret: 's1.x', step: 1 }),
  people_erase: few({ person_id: 'per_13' }),
  people_find_by_email: few({ email: 'person77@example.com' }),
  people_find_proofs: few(PERSON),
  people_lock: few(PERSON),
  people_remove_totp: few(MEMBER),
  people_set_email: few({ ...MEMBER, token_sha256: sha256('41'), is_confirmed: true }),
  people_set_name: few({ ...MEMBER, name: 'Another' }),
  people_set_password: few({ ...MEMBER, sign_in_id: 'sgn_1', password_hash: '$argon2id$x' }),
  people_sweep: few({}),
  people_use_totp_step: few({ ...PERSON, step: 1 }),
  recovery_codes_count: few(PERSON),
  recovery_codes_replace: few({ ...MEMBER, codes_sha256: [sha256('a'), sha256('b')] }),
  recovery_codes_use: few({ ...PERSON, code_sha256: sha256('40') }),
  sign_in_attempts_return: few({ scopes: [2, 3, 4], subjects: SUBJECTS.slice(1), is_in: true }),
  sign_in_attempts_take: few({
    ...{ email: 'person77@example.com', device_sha256: sha256('77'), subjects: SUBJECTS },
    ...{ window_seconds: 900, account_max: 10, network_max: 100, everywhere_max: 100 },
  }),
  sign_ins_choose_member: few({ sign_in_id: 'sgn_29000', member_id: 'mem_9001' }),
  sign_ins_end: few(
    { person_id: 'per_41', sign_in_id: 'sgn_40', kept_sign_in_id: null },
    { person_id: 'per_41', sign_in_id: null, kept_sign_in_id: 'sgn_40' },
  ),
  sign_ins_find: few({
    ...{ token_sha256: sha256('29999'), ...LIMITS, touch_seconds: 60, step_up_seconds: 600 },
    demo_name: 'Demo',
  }),
  sign_ins_find_own: few({ person_id: 'per_41', sign_in_id: 'sgn_40' }),
  sign_ins_list_page: few({ person_id: 'per_41', ...LIMITS }),
  sign_ins_start: few({
    ...{ sign_in_id: 'sgn_new', token_sha256: sha256('new'), person_id: 'per_41' },
    ...{ member_id: null, method: 'password', user_agent: null, network: null },
    device_sha256: sha256('new'),
  }),
  sign_ins_step_up: few({ sign_in_id: 'sgn_29000', method: 'password' }),
  sign_ups_count: few({ network: '203.0.113.0/24' }, { network: null }),
  sign_ups_wait: few({}),
  sign_up_links_find: few({ token_sha256: sha256('77') }),
  sign_up_links_insert: few({
    ...{ email: 'new77@example.com', token_sha256: sha256('new'), sent_max: 5 },
  }),
  sign_up_links_use: few({ token_sha256: sha256('9999') }),
  sign_up_links_wait: few({ email: 'new77@example.com' }),
};
