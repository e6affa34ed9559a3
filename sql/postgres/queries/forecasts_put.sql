-- Writes forecasts, in place of those of the same lots. :rows is a JSON array of rows by column
-- name; figures are hexadecimal.
insert into marts.lot_forecasts (
  lot_id, livemode, cell, lot_type, space_count, has_history, made_at, due_at, figures)
select
  lot_id, livemode, cell, lot_type, space_count, has_history, made_at, due_at,
  decode(figures, 'hex')
from json_to_recordset(:rows::json) as forecast (
  lot_id uuid, livemode boolean, cell bigint, lot_type text, space_count integer,
  has_history boolean, made_at timestamptz, due_at timestamptz, figures text)
on conflict (lot_id) do update set
  livemode = excluded.livemode, cell = excluded.cell, lot_type = excluded.lot_type,
  space_count = excluded.space_count, has_history = excluded.has_history,
  made_at = excluded.made_at, due_at = excluded.due_at, figures = excluded.figures;
