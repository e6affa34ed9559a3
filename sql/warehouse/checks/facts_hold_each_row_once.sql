-- Batches after the last publication from which a fact table lacks a row, or has one twice. Rows
-- that were set aside are in none. Batches whose raw rows were packed away were checked before.
-- memory_kib: (select count(*) from raw_audit where batch > $audit_log_seen) // 8
with audited as (
  select batch, tx, audit_id as id, action from raw_audit
  where batch > $audit_log_seen and in_part(batch, $part, $parts)
),
raw as (
  from audited anti join (from quarantined_rows where source = 'audit_log') using (tx, id)
),
searched as (
  select batch, tx, search_id as id from raw_searches
  where batch > $search_log_seen and in_part(batch, $part, $parts)
),
counted as (
  select batch, tx, count_id as id
  from raw_occupancy_counts
  where batch > $occupancy_counts_seen and in_part(batch, $part, $parts)
),
wanted as (
  select 'fct_lot_changes' as fact, batch, count(*) as row_count
  from raw where action in ('lot.created', 'lot.updated', 'lot.deleted') group by all
  union all
  select 'fct_session_starts' as fact, batch, count(*) as row_count
  from raw where action in ('session.created', 'session.imported') group by all
  union all
  select 'fct_stays' as fact, batch, count(*) as row_count
  from raw where action in ('session.closed', 'session.ended', 'session.imported') group by all
  union all
  select 'fct_paid_stays' as fact, batch, count(*) as row_count
  from raw where action in ('payment.completed', 'session.imported') group by all
  union all
  select 'fct_holds' as fact, batch, count(*) as row_count
  from raw where action = 'hold.created' group by all
  union all
  select 'fct_searches' as fact, batch, count(*) as row_count
  from searched anti join (from quarantined_rows where source = 'search_log') using (tx, id)
  group by all
  union all
  select 'fct_occupancy_counts' as fact, batch, count(*) as row_count
  from counted anti join (from quarantined_rows where source = 'occupancy_counts') using (tx, id)
  group by all
),
first as (
  select
    (select min(batch) from raw_audit) as audit_batch,
    (select min(batch) from raw_searches) as search_batch,
    (select min(batch) from raw_occupancy_counts) as count_batch
),
held as (
  select 'fct_lot_changes' as fact, batch, count(*) as row_count,
    count(distinct audit_id) as id_count
  from fct_lot_changes where batch > $audit_log_seen and in_part(batch, $part, $parts) group by all
  union all
  select 'fct_session_starts' as fact, batch, count(*) as row_count,
    count(distinct audit_id) as id_count
  from fct_session_starts
  where batch > $audit_log_seen and in_part(batch, $part, $parts)
  group by all
  union all
  select 'fct_stays' as fact, batch, count(*) as row_count, count(distinct audit_id) as id_count
  from fct_stays where batch > $audit_log_seen and in_part(batch, $part, $parts) group by all
  union all
  select 'fct_paid_stays' as fact, batch, count(*) as row_count,
    count(distinct audit_id) as id_count
  from fct_paid_stays where batch > $audit_log_seen and in_part(batch, $part, $parts) group by all
  union all
  select 'fct_holds' as fact, batch, count(*) as row_count, count(distinct audit_id) as id_count
  from fct_holds where batch > $audit_log_seen and in_part(batch, $part, $parts) group by all
  union all
  select 'fct_searches' as fact, batch, count(*) as row_count,
    count(distinct search_id) as id_count
  from fct_searches where batch > $search_log_seen and in_part(batch, $part, $parts) group by all
  union all
  select 'fct_occupancy_counts' as fact, batch, count(*) as row_count,
    count(distinct count_id) as id_count
  from fct_occupancy_counts
  where batch > $occupancy_counts_seen and in_part(batch, $part, $parts)
  group by all
),
differing as (
  select fact, batch, wanted.row_count as raw_count, held.row_count, held.id_count
  from wanted full join held using (fact, batch) cross join first
  where batch >= case fact
      when 'fct_searches' then search_batch
      when 'fct_occupancy_counts' then count_batch
      else audit_batch
    end
    and (wanted.row_count is distinct from held.row_count or held.row_count <> held.id_count)
)
select * from differing;
