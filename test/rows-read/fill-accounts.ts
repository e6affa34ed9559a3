/** The people who work for operators, and what they sign in with. */
export function accountsOf(many: (count: number) => number): string[] {
  const [people, signIns] = [many(10_000), many(30_000)];
  return [
    `insert into people (person_id, email, name, password_hash)
     select 'per_' || n, 'Person' || n || '@Example.com', 'Person ' || n, '$argon2id$' || n
     from generate_series(1, ${people}) as n;
     insert into members (member_id, operator_id, person_id, role, joined_at, removed_at)
     select 'mem_' || n, operator_of(n), 'per_' || n,
       case when n % 20 = 1 then 'owner' else 'viewer' end, now() - age_of(n, ${people}, 400),
       case when n % 10 = 3 then now() end
     from generate_series(1, ${people}) as n`,
    `insert into invitations (invitation_id, operator_id, email, role, token_sha256, made_by,
       created_at, expires_at, withdrawn_at)
     select 'ivt_' || n, operator_of(n), 'x@example.com', 'viewer', sha256(n::text::bytea),
       'mem_' || n % ${people} + 1, now() - age_of(n, ${people}, 31),
       now() + interval '1 day' - age_of(n, ${people}, 31), case when n % 3 = 0 then now() end
     from generate_series(1, ${people}) as n`,
    `insert into sign_ins (sign_in_id, token_sha256, person_id, member_id, method, created_at,
       last_seen_at)
     select 'sgn_' || n, sha256(n::text::bytea), 'per_' || n % ${people} + 1,
       'mem_' || n % ${people} + 1, 'password', now() - age_of(n, ${signIns}, 30),
       now() - age_of(n, ${signIns}, 30)
     from generate_series(1, ${signIns}) as n`,
    `insert into passkeys (passkey_id, person_id, credential_id, public_key, name)
     select 'psk_' || n, 'per_' || n, 'cred' || n, 'x', 'Phone'
     from generate_series(1, ${people}) as n;
     insert into company_identities (issuer, subject, person_id)
     select 'https://idp.example', 's' || n, 'per_' || n from generate_series(1, ${people}) as n;
     insert into passkey_challenges (challenge, use, expires_at)
     select 'challenge' || n, 'sign_in', now() + interval '5 minutes'
     from generate_series(1, ${many(2_000)}) as n;
     insert into recovery_codes (person_id, code_sha256)
     select 'per_' || n % ${people / 10} + 1, sha256(n::text::bytea)
     from generate_series(1, ${people}) as n;
     insert into known_devices (person_id, token_sha256, last_used_at)
     select 'per_' || n % ${people} + 1, sha256(n::text::bytea), now() - age_of(n, ${signIns}, 179)
     from generate_series(1, ${signIns}) as n;
     insert into sign_in_attempts (scope, subject, attempt_count, started_at)
     select n % 4 + 1, sha256(n::text::bytea), 1, now() - age_of(n, ${people}, 1) / 25
     from generate_series(1, ${people}) as n;
     insert into email_changes (token_sha256, person_id, email, created_at, expires_at)
     select sha256(n::text::bytea), 'per_' || n, 'other' || n || '@example.com',
       now() - age_of(n, ${people}, 2), now() + interval '1 day' - age_of(n, ${people}, 2)
     from generate_series(1, ${people}) as n;
     insert into sign_up_links (token_sha256, email, created_at, expires_at)
     select sha256(n::text::bytea), 'new' || n || '@example.com', now() - age_of(n, ${people}, 2),
       now() + interval '1 day' - age_of(n, ${people}, 2)
     from generate_series(1, ${people}) as n`,
  ];
}
