-- Notes that the driver has authorised a stay: its payment can be captured when it ends. No row is
-- returned when that was noted before, or the stay was canceled.
-- :authorized_minor is the most that can be captured.
-- Keeps its plan.
with authorized as (
  update sessions set authorize_by = null, authorized_minor = :authorized_minor
  where session_id = :session_id and status = 'active' and authorize_by is not null
  returning *
),
audited as (
  insert into audit_rows
  select 'payment.authorized', session_id, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('status', 'requires_authorization'),
      'after', jsonb_build_object(
        'status', 'authorized', 'amount_minor', authorized_minor, 'currency', currency)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from authorized
)
select session_id from authorized;
