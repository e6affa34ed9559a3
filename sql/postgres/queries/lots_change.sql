-- Changes lots of one operator where they differ from what is stored, each with its audit row and
-- its event. Safe to repeat. A change that the spaces in use
-- or the labels given out do not allow is refused reliably only when the transaction has locked the
-- lots before (lot_lock, lots_lock); without the lock, a hold placed at the same moment can make
-- the statement fail on lots_capacity. A lot that was deleted is not returned.
-- A `charge_text` that is not the stored one is a new price that cannot be posted: it takes the
-- place of the posted rate. A lot that is to be listed waits while its operator is not checked,
-- or while it is merged into another.
-- :lots is a JSON list of { lot_id, columns }, no lot twice.
with standing as materialized (
  select not :livemode::boolean or exists (
    select from operators where operator_id = :operator_id and checked_at is not null
  ) as may_list
),
locked as materialized (
  select lots as stored,
    given.columns || case
      when given.columns ->> 'charge_text' <> coalesce(charge_text, '')
      then '{"rate_id": null, "rate_minor": null, "tariff": null, "max_daily_minor": null,
        "has_no_daily_max": false, "billing_step_minutes": 1}'::jsonb
      else '{}' end
    || case
      when columns ? 'is_listed' then jsonb_build_object(
        'is_listed', may_list and merged_into is null and (columns ->> 'is_listed')::boolean,
        'is_waiting', (columns ->> 'is_listed')::boolean and not (may_list and merged_into is null))
      else '{}' end as columns
  from jsonb_to_recordset(:lots::jsonb) as given (lot_id uuid, columns jsonb)
  cross join standing
  join lots using (lot_id)
  where operator_id = :operator_id and livemode = :livemode and deleted_at is null
  order by lot_id
  for no key update of lots
),
judged as materialized (
  select
    desired.lot_id, desired.is_listed, columns,
    desired.is_waiting and desired.merged_into is null as is_waiting,
    case
      when stored *= desired then 'unchanged'
      when desired.total_spaces is null and (stored).taken_spaces + (stored).held_spaces > 0
        then 'spaces_in_use'
      when desired.total_spaces < (stored).taken_spaces
        or desired.total_spaces < (stored).taken_spaces + (stored).held_spaces
        and spaces_needed(desired.lot_id, now(), now(), 'infinity') > desired.total_spaces
        then 'spaces_in_use'
      when desired.currency <> (stored).currency
        and ((stored).scheduled_rates <> '[]' or (stored).price_rules is not null
          or (stored).tariff is not null and not columns ? 'tariff')
        then 'currency_in_use'
      else 'updated'
    end as outcome
  from locked cross join lateral jsonb_populate_record(stored, columns) as desired
),
-- The posted rate keeps its `rate_id` only while it is unchanged. A label that a vehicle was sent
-- to is given out again only once the vehicle has left.
changed as (
  update lots as stored
  set (
      :lot_matched_columns,
      :lot_described_columns,
      :lot_own_columns,
      :lot_earlier_columns,
      rate_id, cell, is_listed, is_waiting, free_labels, reported_occupied
    ) = (
      select
        :lot_matched_columns,
        :lot_described_columns,
        :lot_own_columns,
        :lot_earlier_columns,
        case when (currency, tariff) is not distinct from (stored.currency, stored.tariff)
          then rate_id end,
        cell, is_listed, is_waiting,
        case when space_labels = stored.space_labels then free_labels else array(
          select label from unnest(space_labels) with ordinality as one (label, number)
          where not exists (
              select from sessions
              where lot_id = stored.lot_id and status = 'active' and assigned_space = label)
            and not exists (
              select from holds
              where lot_id = stored.lot_id and status = 'held' and assigned_space = label)
          order by number) end,
        case when reported_occupied > total_spaces then total_spaces else reported_occupied end
      from jsonb_populate_record(stored, judged.columns)),
    updated_at = now()
  from judged
  where stored.lot_id = judged.lot_id and outcome = 'updated'
  returning
    stored.lot_id, new.updated_at, new.is_listed,
    new.is_waiting and new.merged_into is null as is_waiting,
    lot_snapshot(old) as before, lot_snapshot(new) as after, lot_change(old, new) as change,
    (old.entry_instructions, old.space_labels)
      is distinct from (new.entry_instructions, new.space_labels) as is_access_changed
),
-- The audit row says that the means of access changed, and never what they are: they open the gate.
audited as (
  insert into audit_rows
  select 'lot.updated', lot_id::text, :operator_id, :livemode,
    lot_updated_diff(before, after)
      || case when is_access_changed then '{"access_changed": true}' else '{}'::jsonb end,
    :actor_type, :actor_id, :agent_platform, :request_id
  from changed
),
announced as (
  insert into events (type, version, livemode, operator_id, entity_id, data)
  select 'lot.updated', 2, :livemode, :operator_id, lot_id::text, change
  from changed
  where change is not null
)
select lot_id, 'updated' as outcome, updated_at, is_listed, is_waiting, change from changed
union all
select lot_id, outcome, null, is_listed, is_waiting, null from judged where outcome <> 'updated';
