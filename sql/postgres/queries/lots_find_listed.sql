-- Which of these lots are there and listed, so that stays may begin on them.
select lot_id
from lots
where lot_id = any(:lot_ids::uuid[]) and livemode = :livemode and is_listed and deleted_at is null;
