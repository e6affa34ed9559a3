-- A lot that a process of the version before adds with a plain rate.
create or replace trigger lots_begin_tariff
  after insert on lots
  for each row when (new.tariff is null and new.rate_minor is not null)
  execute function keep_tariff();
