-- The rights that roles have to the people who work for operators, to what they sign in with, and
-- to what they let apps do.
-- :api is the name of the role that answers calls, :pipelines the name of the role that runs the
-- timetable's jobs.
with declared (objects, api, pipelines) as (
  values
    ('people',
      'select, insert, update (password_hash), update (totp_secret), update (begun_totp_secret), '
      'update (totp_last_step), update (name), update (email), update (email_confirmed_at), '
      'delete',
      'select, delete'),
    ('members', 'select, insert, update (role), update (removed_at)', 'select'),
    ('invitations',
      'select, insert, update (accepted_at), update (accepted_by), update (withdrawn_at)',
      'select, delete'),
    ('sign_ins',
      'select, insert, update (member_id), update (method), update (last_seen_at), '
      'update (authenticated_at), update (ended_at)',
      'select, delete'),
    ('passkeys', 'select, insert, update (sign_count), update (last_used_at), delete', null),
    ('company_identities', 'select, insert, update (linked_at)', null),
    ('recovery_codes', 'select, insert, update (used_at), delete', null),
    ('passkey_challenges', 'select, insert, delete', 'select, delete'),
    ('known_devices', 'select, insert, update (last_used_at)', 'select, delete'),
    ('sign_in_attempts',
      'select, insert, update (attempt_count), update (started_at)', 'select, delete'),
    ('email_changes', 'select, insert, update (used_at)', 'select, delete'),
    ('sign_up_links', 'select, insert, update (used_at)', 'select, delete'),
    ('connected_apps', 'select, insert', 'select'),
    ('oauth_payloads', 'select, insert, update, delete', 'select, delete'),
    ('oauth_keys', 'select, insert, delete', null),
    -- Whoever signs up makes an operator, and gives it no plan.
    ('operators',
      'insert (operator_id), insert (name), insert (email), insert (limits_end_users), '
      'insert (checked_at), insert (checked_by)',
      null)
)
select role, objects, privileges
from declared
cross join lateral (values (:api::text, api), (:pipelines::text, pipelines))
  as given (role, privileges)
where privileges is not null;
