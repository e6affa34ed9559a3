-- What was moved of money, and never changes: an entry for each stay that was captured and each
-- refund that was paid, with what each account gets of it. Money that an account gives is less
-- than 0, so an entry adds up to 0. It stays when what it is about is gone.
create table ledger (
  entry_id bigint generated always as identity primary key,
  -- correction: takes back an entry, or replaces it.
  kind text not null check (kind in ('stay', 'refund', 'correction')),
  -- When the money moved.
  at timestamptz not null,
  operator_id text not null,
  livemode boolean not null,
  lot_id uuid not null,
  session_id text not null,
  refund_id text,
  currency text not null,
  -- How many stays were captured with it: 1, -1 where that is taken back, or 0.
  stay_count integer not null default 0 check (stay_count between -1 and 1),
  -- What the driver owed for the stay.
  driver_minor bigint not null default 0,
  -- What of it could not be captured, because less was authorised.
  shortfall_minor bigint not null default 0,
  -- Of the operator of the lot.
  operator_minor bigint not null default 0,
  platform_fee_minor bigint not null default 0,
  -- What went back to drivers.
  refunds_minor bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint ledger_balanced check (
    driver_minor + shortfall_minor + operator_minor + platform_fee_minor + refunds_minor = 0)
);
-- A stay is captured once, a refund paid once.
create unique index ledger_stay on ledger (session_id) where kind = 'stay';
create unique index ledger_refund on ledger (refund_id) where kind = 'refund';
create index ledger_by_session on ledger (session_id);
create index ledger_by_operator on ledger (operator_id, livemode, at);

-- The stays up to this one have their entries. Dropped again once all have.
create table ledger_filled (up_to text not null);
insert into ledger_filled (up_to) values ('');

-- What the driver owed and could not be captured; the rest was.
alter table sessions add column shortfall_minor bigint default 0 not null;
alter table sessions add constraint sessions_shortfall
  check (shortfall_minor between 0 and coalesce(subtotal_minor, 0)) not valid;
alter table sessions drop constraint sessions_refunds;
alter table sessions add constraint sessions_refunds check (
  refunded_minor between 0 and coalesce(subtotal_minor, 0) - shortfall_minor
  and fee_refunded_minor between 0 and coalesce(platform_fee_minor, 0)) not valid;
alter table sessions drop constraint sessions_money;
alter table sessions add constraint sessions_money
  check (platform_fee_minor between 0 and subtotal_minor - shortfall_minor) not valid;

-- From here on, whatever is captured or paid back has its entry; the next migration makes those of
-- before.
-- The entry of a stay whose money was captured. Where what is captured already changes, the former
-- entry is taken back and a new one made: entries never change.
create function book_capture() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, currency, stay_count,
    driver_minor, shortfall_minor, platform_fee_minor, operator_minor)
  select
    case when old.captured_at is null then 'stay' else 'correction' end,
    captured_at, operator_id, livemode, lot_id, session_id, currency, times,
    times * -subtotal_minor, times * shortfall_minor, times * platform_fee_minor,
    times * (subtotal_minor - shortfall_minor - platform_fee_minor)
  from (
    select old.*, -1 as times where old.captured_at is not null
    union all
    select new.*, 1 where new.captured_at is not null
  ) as stay;
  return null;
end $$;

-- Stays that are paid when they are written, such as those of the demo city, come by thousands.
create function book_captures_new() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, currency, stay_count,
    driver_minor, shortfall_minor, platform_fee_minor, operator_minor)
  select
    'stay', captured_at, operator_id, livemode, lot_id, session_id, currency, 1,
    -subtotal_minor, shortfall_minor, platform_fee_minor,
    subtotal_minor - shortfall_minor - platform_fee_minor
  from added where captured_at is not null;
  return null;
end $$;

-- The entry of a refund that was paid. One that turns out not to have been paid is taken back when
-- that is known, because the month in which it was booked may be closed.
create function book_refund() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, refund_id, currency,
    refunds_minor, platform_fee_minor, operator_minor)
  select
    case when old.status = 'succeeded' then 'correction' else 'refund' end,
    case when new.status = 'succeeded' then settled_at else now() end, operator_id, livemode,
    (select lot_id from public.sessions where sessions.session_id = refund.session_id),
    session_id, refund_id, currency,
    times * amount_minor, times * -fee_minor, times * (fee_minor - amount_minor)
  from (
    select old.*, -1 as times where old.status = 'succeeded'
    union all
    select new.*, 1 where new.status = 'succeeded'
  ) as refund;
  return null;
end $$;

create trigger sessions_book_capture
  after update of captured_at, subtotal_minor, shortfall_minor, platform_fee_minor on sessions
  for each row when (
    (old.captured_at is not null or new.captured_at is not null)
    and (old.captured_at, old.subtotal_minor, old.shortfall_minor, old.platform_fee_minor)
      is distinct from
        (new.captured_at, new.subtotal_minor, new.shortfall_minor, new.platform_fee_minor))
  execute function book_capture();

create trigger sessions_book_captures_new after insert on sessions
  referencing new table as added for each statement execute function book_captures_new();

create trigger refunds_book_refund
  after update of status, settled_at, amount_minor, fee_minor on refunds
  for each row when (
    (old.status, old.settled_at, old.amount_minor, old.fee_minor)
      is distinct from (new.status, new.settled_at, new.amount_minor, new.fee_minor))
  execute function book_refund();

create trigger refunds_book_refund_new after insert on refunds
  for each row execute function book_refund();
