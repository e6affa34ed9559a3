-- Areas that tell a part of what belongs together, fewer stays than an area needs, or percentages
-- that there cannot be. A stay counts at most twice its posted price.
select *
from areas
where not is_gone and (
  (occupied_pct is null) <> (measured_pct is null)
    or (paid_pct is null) <> (paid_stay_count is null)
    or (occupied_pct is null and stay_count is not null)
    or occupied_pct not between 0 and 100 or measured_pct not between 0 and 100
    or paid_pct not between 0 and 200 or paid_stay_count < 30 or stay_count < 0
    or median_space_count not between 0 and 500
);
