-- One row per change of a lot: the whole lot as it was afterwards. A lot's newest row has its
-- highest audit_id: ids are assigned while the lot's row is locked, so they follow the order of
-- the changes. space_count is null where nobody counted the spaces. tariff is the posted one, as
-- JSON; older rows have none of a plain rate. Where it is no plain rate, rate_minor is null, and
-- tariff_hour_minor and tariff_day_minor are what an hour and a day cost by it. is_counted is false
-- while the lot is a possible duplicate of another lot: figures count one of the two. lot_id is
-- stored uncompressed, because reading it compressed takes ten times as long.
create table fct_lot_changes (
  batch integer not null,
  audit_id bigint not null,
  changed_at timestamptz,
  lot_id uuid using compression uncompressed not null,
  livemode boolean not null,
  is_deleted boolean not null,
  operator_id varchar,
  cell bigint,
  latitude double,
  longitude double,
  country varchar,
  space_count integer,
  rate_minor bigint,
  rate_unit varchar,
  billing_step_minutes integer,
  currency varchar,
  max_daily_minor bigint,
  has_no_daily_max boolean,
  tariff varchar,
  tariff_hour_minor bigint,
  tariff_day_minor bigint,
  opening_hours varchar,
  is_overnight_allowed boolean,
  status varchar,
  is_listed boolean,
  is_counted boolean not null default true,
  check (is_deleted or (operator_id is not null and cell is not null and latitude is not null
    and longitude is not null and rate_unit is not null and currency is not null
    and status is not null and is_listed is not null))
);
