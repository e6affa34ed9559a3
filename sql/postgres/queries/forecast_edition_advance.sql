-- The last statement that changes forecasts: once it commits, readers see them.
update marts.forecast_edition set edition_id = edition_id + 1;
