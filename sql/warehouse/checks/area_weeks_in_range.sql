-- Weeks without 168 percentages of at most 100, with different ones within a block of pooled_hours,
-- or of an area whose occupancy is not disclosed.
select week.livemode, week.country, week.cell
from area_weeks as week
  left join (from areas where not is_gone and occupied_pct is not null) as told
    using (livemode, country, cell)
where not week.is_gone and (
  told.cell is null or len(occupied_pcts) <> 168 or pooled_hours not in (1, 3, 6, 12, 24, 168)
    or list_bool_or(list_transform(range(168), lambda hour:
      occupied_pcts[hour + 1] not between 0 and 100
        or occupied_pcts[hour + 1] <> occupied_pcts[hour // pooled_hours * pooled_hours + 1]))
);
