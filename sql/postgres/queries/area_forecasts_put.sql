-- Writes forecasts of areas, in place of those of the same areas. :rows is a JSON array of rows by
-- column name; figures are hexadecimal.
insert into marts.area_forecasts (
  livemode, country, cell, currency, has_history, made_for, made_at, due_at, figures)
select
  livemode, country, cell, currency, has_history, made_for, made_at, due_at,
  decode(figures, 'hex')
from json_to_recordset(:rows::json) as forecast (
  livemode boolean, country text, cell bigint, currency text, has_history boolean, made_for text,
  made_at timestamptz, due_at timestamptz, figures text)
on conflict (livemode, country, cell) do update set
  currency = excluded.currency, has_history = excluded.has_history, made_for = excluded.made_for,
  made_at = excluded.made_at, due_at = excluded.due_at, figures = excluded.figures;
