-- Not before the update: beside such a trigger, `returning old` of a row that others changed
-- meanwhile is as it was before them, and two stays got the same label. A posted plain rate needs
-- nothing, unless the tariff before it was left.
create or replace trigger lots_keep_tariff
  after update of rate_id on lots
  for each row when (
    old.rate_id is distinct from new.rate_id and new.tariff ->> 'id' is distinct from new.rate_id
    and (new.tariff is not null or new.rate_minor is null))
  execute function keep_tariff();
