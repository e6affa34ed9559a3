-- Ends the stay, once: gives the space back and stores the final time and amount. No row is
-- returned when another caller ended it first, or moved its expected end in the meantime, or had
-- another payment take the place of :payment_intent_id, or while its driver has not authorised it.
-- :status is ending, or expiring when the time paid for ran out; :expected_end is the end from
-- which the amount of an expiring stay was computed. :clock_went_back says that the clock shows
-- less than at the start: the audit row notes it, and the stay is billed one minute.
-- A transaction that writes a stay or a hold locks the lot's row first.
-- Keeps its plan.
with lot as materialized (
  select lot_id from lots
  where lot_id = (select lot_id from sessions where session_id = :session_id)
  for no key update
),
ended as (
  update sessions
  set status = :status, ended_at = :ended_at, subtotal_minor = :subtotal_minor,
    platform_fee_minor = :platform_fee_minor, fee_basis_points = :fee_basis_points
  where session_id = :session_id and status = 'active' and authorize_by is null
    and (:status = 'ending' or expected_end = :expected_end)
    and payment_intent_id = :payment_intent_id
    and exists (select from lot)
  returning *, session_closed_diff(new) as diff
),
space as (
  update lots
  set taken_spaces = taken_spaces - 1,
    free_labels = case when ended.assigned_space = any(space_labels)
      then free_labels || ended.assigned_space else free_labels end
  from ended
  where lots.lot_id = ended.lot_id
),
audited as (
  insert into audit_rows
  select 'session.closed', session_id, operator_id, livemode,
    case when :clock_went_back then jsonb_set(diff, '{after,clock_went_back}', 'true')
      else diff end,
    :actor_type, :actor_id, :agent_platform, :request_id
  from ended
)
select session_id from ended;
