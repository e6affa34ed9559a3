-- All cells that are areas of their own.
select kind, livemode, country, cell::text, named_on::text from area_cells;
