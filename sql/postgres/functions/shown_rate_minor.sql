-- What is shown as the price of an hour or a day; null: none is posted. A tariff carries it, too.
create or replace function shown_rate_minor(rate_minor bigint, tariff jsonb) returns bigint
language sql immutable parallel safe
return coalesce(rate_minor, (tariff ->> 'first_hour_minor')::bigint);
