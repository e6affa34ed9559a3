-- Sums by cell are made by the readers, from the lots and searched cells they read: nothing reads
-- those that were published.
drop table marts.market_rate_by_cell;
drop table marts.operator_lots_by_cell;

delete from marts.searches_by_cell where latitude is null or longitude is null;
alter table marts.searches_by_cell
  alter column latitude set not null,
  alter column longitude set not null;
