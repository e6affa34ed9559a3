-- One row per mode, area of searches and month (by its first day, UTC) with anything that may be
-- disclosed: the searches of each day, in a list by day, rounded to two digits, and how many
-- callers made them, of as many days together as told_days says; null where they may not be
-- disclosed, or callers were not counted. since_on is the day since when the area is one of its own
-- (0001-01-01: always). space_count is of the lots that were listed there at the end of the last
-- day of the month that is over, at most 500 of each.
create table search_history (
  livemode boolean not null,
  cell bigint not null,
  month date not null,
  since_on date not null,
  search_counts bigint[] not null,
  searcher_counts bigint[] not null,
  told_days integer[] not null,
  space_count bigint not null,
  is_gone boolean not null,
  build integer not null
);
