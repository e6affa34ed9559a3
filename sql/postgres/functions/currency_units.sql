-- An amount in units of its currency, as a number without zeros at its end.
create or replace function currency_units(minor numeric, currency text)
returns numeric language sql immutable parallel safe
return trim_scale(
  minor * case minor_digits(currency) when 0 then 1 when 2 then 0.01 when 3 then 0.001 end);
