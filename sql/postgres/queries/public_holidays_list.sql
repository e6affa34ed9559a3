-- The names of the public holidays of a day in some places.
select distinct name
from marts.public_holidays
where day = :day::date
  and (country, state) in (
    select country, state
    from unnest(:countries::text[], :states::text[]) as place (country, state))
order by name;
