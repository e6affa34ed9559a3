-- What stays cost in the area of each lot, as published: of the finest cell that is an area. And
-- whether it counts: lots at random places may look like the same car park.
create table lot_areas as
select distinct on (lot_id) lot_id, is_counted, paid_pct
from marts.market_rate_by_lot as lot
cross join generate_series(-1, 8) as resolution
join marts.areas as area
  on area.livemode = lot.livemode and area.country = lot.country
    and area.cell = case
      when resolution < 0 then 0
      else (lot.cell & ~(15::bigint << 52)) | (resolution::bigint << 52)
        | ((1::bigint << (3 * (15 - resolution))) - 1)
    end
order by lot_id, resolution desc;
