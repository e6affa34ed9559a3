-- One row per listed active lot: its posted and realised rates, in minor units of its currency. A
-- rate that is not posted, or that no paid stay gives, is null.
-- The minutes are space-minutes of 168 hours: those in which it is known how many spaces were
-- taken, those of these in which vehicles were counted, and those in which spaces were taken.
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
  space_count integer not null,
  posted_hourly bigint,
  posted_daily bigint,
  realised_hourly bigint,
  realised_daily bigint,
  observation_count integer not null,
  occupied_minutes bigint not null,
  known_minutes bigint not null,
  measured_minutes bigint not null,
  is_gone boolean not null,
  build integer not null
);
