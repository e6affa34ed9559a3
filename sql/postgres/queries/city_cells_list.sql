-- The cells of resolution 9 that have or had lots and lie in a city.
select cell::text from cell_cities where city_id = :city_id order by cell;
