-- One row per mode, country, area and month (by its first day, UTC) with anything known: what
-- happened on each of its days, in lists by day, as it may be disclosed; null where it may not, or
-- nothing is known. since_on is the day since when the area is one of its own (0001-01-01: always).
-- occupied_pcts: percent of the spaces that were taken. stay_counts: sessions that began, rounded
-- to two digits. Both are of as many days together as told_days says. paid_pcts: what stays cost in
-- percent of the posted prices. list_minors: what an hour cost by these, in minor units of
-- currency. space_counts: spaces of the lots that were listed or strong, at most 500 of each.
create table area_history (
  livemode boolean not null,
  country varchar not null,
  cell bigint not null,
  month date not null,
  since_on date not null,
  currency varchar,
  occupied_pcts integer[] not null,
  stay_counts bigint[] not null,
  told_days integer[] not null,
  paid_pcts integer[] not null,
  list_minors bigint[] not null,
  space_counts bigint[] not null,
  is_gone boolean not null,
  build integer not null
);
