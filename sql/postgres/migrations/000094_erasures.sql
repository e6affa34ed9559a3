-- Personal data of a driver can be erased: a stay stays without its vehicle.

create table erasures (
  erasure_id text primary key,
  operator_id text not null references operators,
  livemode boolean not null,
  kind text not null check (kind in ('plate', 'email', 'operator')),
  -- The plate or the address, only while the erasure waits.
  subject text check (char_length(subject) between 2 and 254),
  status text not null default 'pending' check (status in ('pending', 'done', 'canceled')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  finished_at timestamptz,
  session_count integer not null default 0,
  hold_count integer not null default 0,
  constraint erasures_forgotten
    check ((subject is not null) = (status = 'pending' and kind <> 'operator')),
  constraint erasures_finished check ((finished_at is null) = (status = 'pending')),
  constraint erasures_in_time
    check (due_at between created_at and created_at + interval '30 days')
);
create unique index erasures_once on erasures (operator_id, livemode, kind, subject)
  nulls not distinct where status = 'pending';
create index erasures_by_operator on erasures (operator_id, livemode, created_at, erasure_id);
create index erasures_waiting on erasures (due_at) where status = 'pending';

alter table sessions alter column vehicle_id drop not null;

-- A vehicle that others still have gets another number, so that audit rows and the warehouse lead
-- from erased stays to nothing.
alter table sessions
  drop constraint sessions_vehicle_id_fkey,
  add constraint sessions_vehicle_id_fkey foreign key (vehicle_id) references vehicles
    on update cascade not valid,
  drop constraint sessions_vin_id_fkey,
  add constraint sessions_vin_id_fkey foreign key (vin_id) references vins
    on update cascade not valid;
alter table holds
  drop constraint holds_vehicle_id_fkey,
  add constraint holds_vehicle_id_fkey foreign key (vehicle_id) references vehicles
    on update cascade not valid,
  drop constraint holds_vin_id_fkey,
  add constraint holds_vin_id_fkey foreign key (vin_id) references vins
    on update cascade not valid;
alter table shown_plates
  drop constraint shown_plates_vehicle_id_fkey,
  add constraint shown_plates_vehicle_id_fkey foreign key (vehicle_id) references vehicles
    on update cascade on delete cascade not valid;

-- The secrets of deleted webhooks were kept.
-- small: one row for each webhook
delete from webhook_secrets using webhooks
where webhooks.webhook_id = webhook_secrets.webhook_id and webhooks.deleted_at is not null;
