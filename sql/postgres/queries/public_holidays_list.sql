-- The public holidays of some days, in all places with lots.
select day - date '1970-01-01' as day, country, state, name
from marts.public_holidays
where day = any(:days::date[])
order by name;
