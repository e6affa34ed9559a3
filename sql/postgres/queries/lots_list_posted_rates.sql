-- What is posted by each lot of a mode that has a ref.
select ref, lot_id, tariff
from lots
where livemode = :livemode
  and ref is not null
  and tariff is not null
  and deleted_at is null;
