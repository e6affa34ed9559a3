/** Vehicles, stays and holds, what belongs to them, and keys. */
export function staysOf(many: (count: number) => number): string[] {
  const [vehicles, sessions, holds] = [many(50_000), many(150_000), many(50_000)];
  return [
    `insert into vehicles (livemode, plate)
     select true, 'p1.' || lpad(n::text, 59, '0') from generate_series(1, ${vehicles}) as n;
     insert into vins (livemode, vin)
     select true, 'VIN' || n from generate_series(1, ${many(5_000)}) as n;
     insert into drivers (livemode, email)
     select true, n || '@example.com' from generate_series(1, ${many(5_000)}) as n`,
    `insert into sessions (session_id, session_code, lot_id, operator_id, creator_operator_id,
       livemode, vehicle_id, key_id, fleet_id, status, source, rate_minor, rate_unit, currency,
       started_at, expected_end, ended_at, estimated_minor, subtotal_minor, platform_fee_minor,
       captured_at, payment_intent_id, refunded_minor, fee_refunded_minor, created_at)
     select id_of('ses', n), upper(left(md5('s' || n), 4) || '-' || right(md5('s' || n), 4)),
       some_lot(n), operator_of(n), case when n % 4 = 3 then 'op_1' else operator_of(n) end, true,
       case when n % 50 = 0 then 1 else n % ${vehicles} + 1 end, 'key_' || n % 2000 + 1,
       case when n % 10 = 1 then 'fleet_' || n % 7 end,
       case when n % 50 = 1 then 'active' when n % 5000 = 4 then 'ending'
         when n % 5000 = 3 then 'expiring' else 'completed' end,
       case when n % 4 = 2 then 'import' else 'api' end, 350, 'hour', 'cad', at,
       case when n % 50 = 1 and n % 500 > 1 then now() + interval '1 hour' else at + interval
         '2 hours' end,
       case when n % 50 <> 1 then at + interval '2 hours' end, 700,
       case when n % 50 <> 1 then 700 end, case when n % 50 <> 1 then 70 end,
       case when n % 50 <> 1 and n % 5000 not in (3,
         4) and n % 4 <> 2 then at + interval '2 hours' end, 'pi_' || n,
           case when n % 10 = 5 then 100 else 0 end,
       case when n % 10 = 5 then 10 else 0 end, at
     from generate_series(1, ${sessions}) as n
     cross join lateral (select case when n % 50 = 1 then now() - n % 10000 * interval '1 second'
       else now() - interval '3 hours' - age_of(n, ${sessions}, 400) end as at) as begun
     on conflict do nothing`,
    `insert into captured_months (operator_id, livemode, from_at, currency, slot, gross_minor)
     select operator_id, livemode, date_trunc('month', captured_at, 'UTC'), currency, slot,
       sum(subtotal_minor)
     from sessions cross join lateral (select hashtext(session_id) & 15 as slot) as counted
     where captured_at is not null
     group by operator_id, livemode, date_trunc('month', captured_at, 'UTC'), currency, slot`,
    `insert into shown_plates (entity_id, vehicle_id, shown_plate)
     select session_id, vehicle_id, 'p1.' || lpad(vehicle_id::text, 59, '0') from sessions
     where vehicle_id % 5 = 0`,
    `insert into dispatches (dispatch_id, operator_id, key_id, livemode, fleet_id, created_at)
     select id_of('dsp', n), operator_of(n), 'key_' || n % 2000 + 1, true, 'fleet_' || n % 7,
       now() - age_of(n, ${many(5_000)}, 400)
     from generate_series(1, ${many(5_000)}) as n`,
    `insert into holds (hold_id, code, lot_id, operator_id, creator_operator_id, key_id, livemode,
       dispatch_id, vehicle_id, fleet_id, status, space_count, activated_count, starts_at, ends_at,
       expires_at, ttl_seconds, rate_minor, rate_unit, currency, rate_snapshot, created_at,
       canceled_at)
     select id_of('hold', n), upper(left(md5('h' || n), 4) || '-' || right(md5('h' || n), 4)),
       some_lot(n), operator_of(n), case when n % 2 = 0 then 'op_1' else operator_of(n) end,
       'key_' || n % 2000 + 1, true,
       case when n % 10 = 0 then id_of('dsp', n % ${many(5_000)} + 1) end, n % ${vehicles} + 1,
       case when n % 10 = 1 then 'fleet_' || n % 7 end, status, 1,
       (status = 'activated')::integer, at, at + interval '1 hour', at + interval '1 hour', 3600,
         350,
       'hour', 'cad', '{}', at, case when status = 'canceled' then at end
     from generate_series(1, ${holds}) as n
     cross join lateral (
       select
         case when n % 100 = 1 then now() - interval '30 minutes'
           else now() - interval '1 hour' - age_of(n, ${holds}, 400) end as at,
         case when n % 100 = 1 or n % 1000 = 2 then 'held' when n % 3 = 0 then 'canceled'
           when n % 3 = 1 then 'expired' else 'activated' end as status
     ) as placed
     on conflict do nothing`,
    `update lots set taken_spaces = stay.count
     from (select lot_id, count(*) from sessions where status = 'active' group by lot_id) as stay
     where lots.lot_id = stay.lot_id;
     update lots set held_spaces = claim.count
     from (select lot_id, count(*) from holds where status = 'held' group by lot_id) as claim
     where lots.lot_id = claim.lot_id`,
    `insert into refunds (refund_id, session_id, operator_id, livemode, key_id, status,
       amount_minor, fee_minor, currency, reason, created_at, settled_at)
     select id_of('re', n), id_of('ses', case when n < 4 then 5 else n * 10 + 5 end),
       operator_of(n), true, 'key_1',
       case when n % 1000 = 1 then 'pending' else 'succeeded' end, 100, 10, 'cad', 'none',
       now() - interval '1 hour' - age_of(n, ${many(15_000)}, 400),
       case when n % 1000 <> 1 then now() - age_of(n, ${many(15_000)}, 400) end
     from generate_series(1, ${many(15_000)}) as n`,
    `insert into ledger (kind, at, operator_id, livemode, lot_id, session_id, currency, stay_count,
       driver_minor, platform_fee_minor, operator_minor)
     select 'stay', captured_at, operator_id, livemode, lot_id, session_id, currency, 1,
       -subtotal_minor, platform_fee_minor, subtotal_minor - platform_fee_minor
     from sessions where captured_at is not null;
     insert into ledger (kind, at, operator_id, livemode, lot_id, session_id, refund_id, currency,
       refunds_minor, platform_fee_minor, operator_minor)
     select 'refund', settled_at, refunds.operator_id, refunds.livemode, lot_id, session_id,
       refund_id, refunds.currency, amount_minor, -fee_minor, fee_minor - amount_minor
     from refunds join sessions using (session_id) where refunds.status = 'succeeded'`,
    `insert into erasures (erasure_id, operator_id, livemode, kind, subject, status, created_at,
       due_at, finished_at)
     select 'era_' || n, operator_of(n), true, 'plate',
       case when n % 50 = 1 then 'p1.' || lpad(n::text, 59, '0') end,
       case when n % 50 = 1 then 'pending' else 'done' end, at,
       at + interval '7 days', case when n % 50 <> 1 then at + interval '7 days' end
     from generate_series(1, ${many(5_000)}) as n
     cross join lateral (select now() - age_of(n, ${many(5_000)}, 400) as at) as asked`,
    `insert into mandates (mandate_id, operator_id, livemode, currency, max_per_stay_minor,
       max_per_day_minor, max_per_month_minor, timezone, needs_activation)
     select 'man_' || n, operator_of(n), true, 'cad', 1000, 10000, 100000, 'UTC', false
     from generate_series(1, ${many(2_000)}) as n;
     insert into mandate_periods (mandate_id, period, starts_on, authorised_minor, limit_minor)
     select 'man_' || n % ${many(2_000)} + 1, 'day', current_date - n / ${many(2_000)}, 100, 10000
     from generate_series(0, ${many(20_000)}) as n`,
    `insert into agents (agent_id, operator_id, livemode, name, platform, created_at)
     select 'agt_' || n, key_holder(n), true, 'Agent ' || n, 'platform ' || n % 20,
       now() - age_of(n, ${many(2_000)}, 400)
     from generate_series(1, ${many(2_000)}) as n;
     insert into api_keys (key_id, operator_id, name, prefix, last4, secret_sha256, livemode,
       scopes, fleet_id, agent_platform, agent_id, mandate_id, rotated_from, created_at, revoked_at)
     select 'key_' || n, key_holder(n), 'Key ' || n, 'pk_live_', 'last',
       sha256(convert_to('key_' || n, 'UTF8')), true, '{lots:read}',
       case when n % 10 = 3 then 'fleet_' || n % 7 end,
       case when n % 2 = 0 then 'platform ' || n % 20 end,
       case when n <= ${many(2_000)} then 'agt_' || n end,
         case when n % 10 = 1 then 'man_' || n end,
       case when n % 10 = 5 then 'key_' || n - 1 end, now() - age_of(n, ${many(10_000)}, 400),
       case when n % 10 = 4 then now() end
     from generate_series(1, ${many(10_000)}) as n`,
    `insert into simulated_captures (payment_intent_id, amount_minor, currency, captured_at)
     select 'pi_' || n, 700, 'cad', now() - age_of(n, ${many(20_000)}, 400)
     from generate_series(1, ${many(20_000)}) as n;
     insert into simulated_raises (payment_intent_id, authorised_minor)
     select 'pi_' || n, 700 + n % 2 from generate_series(1, ${many(20_000)}) as n;
     insert into simulated_refunds (refund_key, payment_intent_id, amount_minor, refunded_at)
     select 're_' || n, 'pi_' || n, 100, now() - age_of(n, ${many(10_000)}, 400)
     from generate_series(1, ${many(10_000)}) as n;
     insert into simulated_attempts (attempt)
     select 'try_' || n from generate_series(1, ${many(10_000)}) as n;
     insert into processor_events (event_id, type, livemode, object_id, payment_intent_id,
       created_at, received_at, worked_at, outcome)
     select 'evt_' || n, 'payment_intent.succeeded', true, 'pi_' || n, 'pi_' || n, at, at,
       case when n % 100 > 0 then at end, case when n % 100 > 0 then 'unchanged' end
     from generate_series(1, ${many(20_000)}) as n
     cross join lateral (select now() - age_of(n, ${many(20_000)}, 29) as at) as told;
     insert into spare_intents (spare_id, session_id, operator_id, livemode, payment_intent_id,
       amount_minor, authorize_by)
     select 'spare_' || n, id_of('ses', n), 'op_1', true, 'pi_spare_' || n, 900,
       case when n % 1000 > 0 then now() + interval '5 minutes' end
     from generate_series(1, ${many(10_000)}) as n;
     insert into payee_accounts (operator_id, livemode, processor, account_id, charges_enabled,
       payouts_enabled, requirements, checked_at)
     select operator_id, true, 'stripe', replace(operator_id, 'op', 'acct'), true, true, '{}', now()
     from operators;
     insert into processor_payouts (payout_id, account_id, livemode, amount_minor, currency, status,
       created_at, arrives_at)
     select 'po_' || n, 'acct_' || n % 100, true, 700, 'cad', 'paid', at, at
     from generate_series(1, ${many(10_000)}) as n
     cross join lateral (select now() - age_of(n, ${many(10_000)}, 400) as at) as paid;
     insert into processor_movements (movement_id, livemode, kind, at, source_id, of_id,
       payment_intent_id, refund_id, payee, amount_minor, currency, processor_fee_minor,
       processor_fee_currency)
     select kind || n, true, kind, now() - age_of(n, ${many(20_000)}, 400), kind || n,
       case kind when 'capture' then null when 'transfer_reversal' then 'refund' || n
         else 'capture' || n end,
       case when kind in ('capture', 'refund') then 'pi_' || n end,
       case when kind = 'refund' then id_of('re', n) end,
       case when kind = 'capture' then 'acct_' || n % 100 end, 700, 'cad', 0, 'cad'
     from generate_series(1, ${many(20_000)}) as n
     cross join unnest(array['capture', 'fee', 'transfer', 'refund', 'transfer_reversal']) as kind
     where n % 10 = 1 or kind not in ('refund', 'transfer_reversal');
     insert into reconciled_days (livemode, day, read_at, compared_at)
     select livemode, current_date - n, now(), now()
     from generate_series(1, 400) as n cross join (values (true), (false)) as mode (livemode);
     insert into reconciliation_findings (day, livemode, kind, subject, session_id, ours_minor,
       theirs_minor, currency, found_at, settled_at, how)
     select current_date - n % 400, true, 'fee_differs', 'pi_' || n, id_of('ses', n), 70, 60, 'cad',
       now(), case when n % 100 > 1 then now() end, case when n % 100 > 1 then 'agrees' end
     from generate_series(1, ${many(5_000)}) as n;
     insert into setbacks (job, entity_id, livemode, retry_at)
     select 'expire-sessions', id_of('ses', n * 5000 + 3), true, now() from generate_series(1,
       200) as n`,
  ];
}
