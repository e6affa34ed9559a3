-- Stores new areas. One that is stored already stays as it is.
-- :rows is a JSON list of kind, mode, country and cell, which is text because JSON numbers cannot
-- hold it.
insert into area_cells (kind, livemode, country, cell, named_on)
select kind, livemode, country, cell, :named_on::date
from jsonb_to_recordset(:rows::jsonb) as given (
  kind text, livemode boolean, country text, cell bigint)
on conflict (kind, livemode, country, cell) do nothing;
