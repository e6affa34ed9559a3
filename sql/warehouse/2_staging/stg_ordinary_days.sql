-- One row per text of opening hours, with its open minutes of an ordinary Wednesday.
create view stg_ordinary_days as
select batch, opening_hours, open_minutes
from raw_ordinary_days;
