-- The next audit rows of the lots of one mode after a position, in the order of their
-- transactions: those that are not visible in the snapshot :seen. A position within a part also has
-- :until, the snapshot in which the part was read: of the rows that are visible in it only those
-- after :last_tx and :last_id follow, and then those that were committed later. The columns of the
-- row are null in the only row when there is none. `was_shown`: the lot was on the map before.
-- Transaction ids say nothing about another run of the server, because a crash lets it give some
-- out again; `server_run` differs between runs, as in lots_list_changed.
with here as materialized (
  select pg_current_snapshot() as snapshot,
    format('%s/%s', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time())
      as server_run
),
unread as (
  (
    select entity_id, tx, audit_id, action, diff, 1 as part
    from audit_log
    where livemode = :livemode and action like 'lot.%' and pg_input_is_valid(entity_id, 'uuid')
      and (tx, audit_id) > (:last_tx::text::xid8, :last_id::bigint)
      and is_unseen(tx, :seen::pg_snapshot) and pg_visible_in_snapshot(tx, :until::pg_snapshot)
    order by tx, audit_id
    limit :row_limit::integer
  )
  union all
  (
    select entity_id, tx, audit_id, action, diff, 2
    from audit_log
    where livemode = :livemode and action like 'lot.%' and pg_input_is_valid(entity_id, 'uuid')
      and is_unseen(tx, coalesce(:until, :seen)::pg_snapshot)
    order by tx, audit_id
    limit :row_limit
  )
)
select here.snapshot::text, here.server_run, entity_id::uuid as lot_id, tx::text,
  audit_id::text as id, part,
  action <> 'lot.created'
    and ((diff -> 'after') || (diff -> 'before')) @> '{"is_listed": true, "status": "active"}'
    as was_shown
from here
left join (select * from unread order by part, tx, audit_id limit :row_limit) as next on true
order by part, next.tx, audit_id;
