-- One row per listed active lot: its posted rates, in minor units of its currency, null where none
-- is posted. space_count is null where nobody counted the spaces. list_hourly and list_daily are
-- what an hour (on a weekday at 10:00) and a day cost by what is posted; null where that is not
-- known. A day has 24 hours or, where it is known that the lot is open for less of an ordinary
-- Wednesday, so many minutes; a lot that is not open on it has no price of a day.
-- terms: the posted tariff or plain rate, as JSON.
-- observation_count, revenue_minor and paid_minutes are of paid stays, for the lot's own operator.
-- The other minutes are space-minutes of 168 hours: those in which it is known how many spaces were
-- taken, and those of these in which spaces were taken.
-- is_public: the operator has declared its figures public.
-- is_counted: false for a possible duplicate of another lot, which is shown to its operator only.
-- A row that no longer holds stays with is_gone true, so that its removal can be published.
create table market_rate_by_lot (
  lot_id uuid not null,
  livemode boolean not null,
  operator_id varchar not null,
  cell bigint not null,
  latitude double not null,
  longitude double not null,
  country varchar not null,
  currency varchar not null,
  space_count integer,
  posted_hourly bigint,
  posted_daily bigint,
  observation_count integer not null,
  occupied_minutes bigint not null,
  known_minutes bigint not null,
  list_hourly bigint,
  list_daily bigint,
  terms varchar,
  revenue_minor bigint not null,
  paid_minutes bigint not null,
  is_public boolean not null,
  is_counted boolean not null default true,
  is_gone boolean not null,
  build integer not null
);
