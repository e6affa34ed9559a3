/** What is written about calls and sent about events. */
export function recordsOf(many: (count: number) => number): string[] {
  const [audit, events, deliveries] = [many(200_000), many(100_000), many(100_000)];
  const [searches, callers] = [many(100_000), many(30_000)];
  /** Rows of early transactions, in the order of their numbers. */
  const tx = (count: number) => `(3 + n * 700 / ${count})::text::xid8`;
  return [
    `insert into audit_log (tx, at, actor_type, actor_id, operator_id, livemode, action, entity_id,
       diff, actor_operator_id)
     select ${tx(audit)}, now() - age_of(n, ${audit}, 400), 'key', 'key_' || n % 2000 + 1,
       operator_of(n), true,
       case when n % 20 = 1 then 'lot.updated' when n % 10000 = 3 then 'key.created'
         else 'session.created' end,
       case when n % 20 = 1 then some_lot(n)::text else id_of('ses',
         n * 7 % ${many(150_000)} + 1) end,
       case when n % 20 = 1 then '{"before": {}, "after": {"cell": "617733151020187647"}}'::jsonb
         else '{"after": {"status": "active"}}' end,
       case when n % 4 = 3 then 'op_1' end
     from generate_series(1, ${audit}) as n`,
    `insert into events (event_id, type, livemode, operator_id, entity_id, created_at, data, tx)
     select id_of('evt', n),
       case when n % 10000 = 3 then 'payment.failed' when n % 2 = 0 then 'session.created'
         else 'session.ended' end,
       true, operator_of(n), id_of('ses', n), now() - age_of(n, ${events}, 400),
       jsonb_build_object('session_id', id_of('ses', n), 'vehicle_id', n % ${many(50_000)} + 1),
         ${tx(events)}
     from generate_series(1, ${events}) as n`,
    `insert into webhooks (webhook_id, operator_id, livemode, url, events, secret_last4, created_at,
       consecutive_failures)
     select 'wh_' || n, 'op_' || (n - 1) % 2000 + 1, true,
       'https://example' || n % 500 || '.com/' || n,
       '{session.created,session.ended}', 'last', now() - age_of(n, ${many(2_000)}, 400),
       case when n % 10 = 1 then 3 else 0 end
     from generate_series(1, ${many(2_000)}) as n;
     insert into webhook_secrets (webhook_id, secret)
     select 'wh_' || n, 'whsec_' || rpad('x', 43, 'x') from generate_series(1, ${many(2_000)}) as n;
     insert into webhook_addresses (operator_id, livemode, url, verified_at, due_at)
     select operator_id, livemode, url, now(), null from webhooks on conflict do nothing;
     update webhook_addresses set verified_at = null, due_at = now(),
       challenged_at = now() - interval '1 day'
     where url like '%7';
     insert into webhook_host_budgets (host, operator_id, full_at)
     select 'example' || n % 500 || '.com', 'op_' || n % 2000 + 1, now() + interval '1 minute'
     from generate_series(1, ${many(5_000)}) as n on conflict do nothing`,
    `insert into deliveries (delivery_id, webhook_id, event_id, type, status, round, due_at,
       created_at, finished_at)
     select id_of('del', n), 'wh_' || case when n % 5 < 2 then 1 else n % ${many(2_000)} + 1 end,
       id_of('evt', n), 'session.created', status, 1, now() - interval '1 minute',
       now() - age_of(n, ${deliveries}, 29), case when status <> 'pending' then now() end
     from generate_series(1, ${deliveries}) as n
     cross join lateral (select case when n % 100 = 1 then 'pending' when n % 1000 = 2 then 'failed'
       else 'delivered' end as status) as became;
     update relay_position set seen = '720:720:',
       system_identifier = (select system_identifier from pg_control_system());
     insert into event_bodies (event_id, body, vehicle_id)
     select event_id, '{}',
       (data ->> 'vehicle_id')::bigint from events where event_id > id_of('evt', ${many(70_000)})`,
    `drop table search_log_first;
     do $$ begin
       for day in 0..9 loop
         -- That of today is there where the database was migrated before midnight.
         continue when to_regclass('search_log_' || to_char(current_date - day, 'YYYYMMDD'))
           is not null;
         execute format('create table search_log_%1$s partition of search_log (primary key (tx,
           search_id)) for values from (%2$L) to (%3$L)', day, current_date - day,
           current_date - day + 1);
       end loop;
     end $$;
     insert into search_log (search_id, tx, at, livemode, kind, cell, cell_latitude, cell_longitude,
       radius_m, agent_platform, found_lot_count, available_lot_count, city_id, city, country,
         searched_on,
       wanted_on, local_hour, logged_at, caller_ordinal, is_keyed)
     select n, ${tx(searches)}, at, true, 'search', cell, latitude, longitude, 1000,
       'platform ' || n % 20, 5, n % 10, n % 200, 'City', 'CA', at::date, at::date, 12, at, 1,
       n % 2 = 0
     from (
       select *, now() - age_of(n, ${searches}, 9) as at
       from (select cell, latitude, longitude, row_number() over () as m from lots) as near
       join generate_series(1, ${searches}) as n on m = n % ${many(20_000)} + 1
     ) as searched`,
    `insert into search_callers (search_id, at, latitude, longitude, tx, caller, agent, key)
     select search_id, now() - age_of(search_id - ${searches - callers}, ${callers}, 1) * 0.9,
       cell_latitude, cell_longitude, tx, md5('c' || search_id % 5000)::uuid,
       md5('a' || search_id % 100)::uuid, md5('k' || search_id % 500)::uuid
     from search_log where search_id > ${searches - callers};
     insert into searcher_counts (searcher, at, search_count)
     select n, now() - age_of(n, ${callers}, 1), 1 from generate_series(1, ${callers}) as n;
     insert into crowd_members (crowd, caller, at)
     select n / 2, md5('c' || n)::uuid, now() - age_of(n, ${callers}, 1)
     from generate_series(1, ${callers}) as n;
     insert into search_crowds (tx, crowd, livemode, on_day, dimension, city_id, label)
     select ${tx(callers)}, n, true, current_date, 'all', 1, 'x' from generate_series(1,
       ${callers}) as n`,
    `insert into occupancy_counts (tx, at, lot_id, occupied, livemode, source)
     select ${tx(searches)}, now() - age_of(n, ${searches}, 400), some_lot(n), 5, true, 'report'
     from generate_series(1, ${searches}) as n;
     insert into usage (at, operator_id, key_id, livemode, endpoint, cost_cents, request_id)
     select now() - age_of(n, ${searches}, 400), operator_of(n), 'key_' || n % 2000 + 1, true,
       'getMarketRate', 5, 'req_' || n
     from generate_series(1, ${searches}) as n;
     insert into closed_usage_months (operator_id, from_at, operator_name)
     select operator_id, month, name
     from operators cross join generate_series(date_trunc('month', created_at, 'UTC'),
       date_trunc('month', now(), 'UTC') - interval '1 month', '1 month', 'UTC') as month;
     delete from unbilled_months
     where from_at < date_trunc('month', now(), 'UTC') - interval '1 month' or operator_id = 'op_5';
     insert into invoices (invoice_id, operator_id, from_at, operator_name, total_cents)
     select id_of('inv', (row_number() over (order by from_at, operator_id))::integer),
       operator_id, from_at, operator_name, 0
     from closed_usage_months
     where not exists (
       select from unbilled_months as unbilled
       where unbilled.operator_id = closed_usage_months.operator_id
         and unbilled.from_at = closed_usage_months.from_at);
     update invoices set issued_at = from_at + interval '32 days', asked_at = now(),
       due_at = from_at + interval '46 days', blocks_at = from_at + interval '53 days',
       processor_invoice_id = invoice_id,
       paid_at = case when operator_id <> 'op_5' then from_at + interval '32 days' end`,
    `insert into call_counts
     select key_holder(n), true, span, date_trunc(span, now(), 'UTC') - age * unit, 'key',
       'key_' || n, 'getLot', 9, 1, case when n % 50 = 0 then 1 else 0 end, 0
     from generate_series(1, 2000) as n
     cross join (values ('day', interval '1 day', 40), ('hour', '1 hour', 80))
       as spans (span, unit, ages)
     cross join lateral generate_series(0, ages) as age
     where span = 'day' or n % 10 = 0;
     insert into call_refusals
     select 'req_' || n, now() - age_of(n, ${callers}, 8), operator_of(n), true, 'key',
       'key_' || n % 2000 + 1, 'getLot', 404, 'NOT_FOUND', null, '{}', 5
     from generate_series(1, ${callers}) as n`,
    `insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response,
      created_at)
     select 'key_' || n % 2000 + 1, 'createSession', 'idem ' || n, 'x', 201,
       jsonb_build_object('refundId', id_of('re', n)), now() - age_of(n, ${callers}, 1)
     from generate_series(1, ${callers}) as n;
     insert into purchases (key_id, operation, question_sha256, bought_at)
     select 'key_' || n % 2000 + 1, 'getMarketRate', sha256(n::text::bytea), now() - age_of(n,
       ${callers}, 1)
     from generate_series(1, ${callers}) as n;
     insert into tool_calls (key_id, operation, arguments_sha256, idempotency_key, claimed_at)
     select 'key_' || n % 2000 + 1, 'createSession', sha256(n::text::bytea), 'x', now()
     from generate_series(1, ${many(5_000)}) as n;
     insert into geocodes (query_sha256, places, attribution, expires_at)
     select sha256(n::text::bytea), '[]', 'x', now() + interval '29 days' - age_of(n, ${callers},
       30)
     from generate_series(1, ${callers}) as n;
     insert into operator_confirmations (token_sha256, operator_id, expires_at)
     select sha256(n::text::bytea), 'op_' || n % 2000 + 1, now() + interval '1 day' - age_of(n,
       ${many(5_000)}, 3)
     from generate_series(1, ${many(5_000)}) as n`,
    `insert into local_events (event_id, operator_id, livemode, name, type, impact, starts_at,
       ends_at, latitude, longitude, radius_m, created_at)
     select md5('e' || n)::uuid, 'op_' || case when n <= 5000 then 1 else n % 2000 + 1 end, true,
       'Concert', 'concert', 'low', at, at + interval '3 hours',
       latitude, longitude, 1000, at - interval '1 day'
     from (select latitude, longitude, row_number() over () as n from lots) as place
     cross join lateral (select now() + interval '30 days' - age_of(n, ${many(20_000)},
       400) as at) as begun`,
    `insert into first_listings (lot_id, livemode, name, latitude, longitude, total_spaces)
     select lot_id, livemode, name, latitude, longitude, total_spaces from lots;
     insert into distinct_lots (lower_id, higher_id)
     select least(lot_of(n), lot_of(n + 1)), greatest(lot_of(n), lot_of(n + 1))
     from generate_series(1, ${many(10_000)}) as n on conflict do nothing;
     insert into cell_cities (tx, cell, city_id)
     select ${tx(many(20_000))}, cell, n % 200 from (
       select cell, row_number() over () as n from (select distinct cell from lots) as c) as d;
     insert into conversions (tx, booking_id, livemode, city_id, searched_on)
     select ${tx(callers)}, id_of('ses', n), true, n % 200, current_date from generate_series(1,
       ${callers}) as n;
     insert into area_cells (tx, kind, livemode, country, cell, named_on)
     select ${tx(many(5_000))}, 'use', true, 'CA', n, current_date from generate_series(1,
       ${many(5_000)}) as n;
     insert into ordinary_days (tx, opening_hours, open_minutes)
     select ${tx(many(5_000))}, 'Mo-Fr 08:00-18:' || n, 600 from generate_series(1,
       ${many(5_000)}) as n;
     insert into archive_files (source, first_batch, last_batch, first_tx, first_id, last_tx,
       last_id, row_count, file_name, byte_count, sha256)
     select 'audit', n, n, '1', n, '2', n, 1000, 'file ' || n, 1000, repeat('0', 64)
     from generate_series(1, 1000) as n`,
  ];
}
