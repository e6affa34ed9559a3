create or replace trigger forecast_edition_changed after update on marts.forecast_edition
for each statement execute function marts.notify_forecast();
