-- One row per text of opening hours, with its open minutes of an ordinary Wednesday.
create view stg_ordinary_days as
select
  batch, opening_hours, open_minutes,
  fault_of(tx, ordinary_day_id, 'ordinary day', null, concat_ws('; ',
    if(opening_hours is null, 'opening_hours is missing', null),
    fault_number('open_minutes', open_minutes, 0, 1_440, is_needed := false))) as fault
from raw_ordinary_days;
