-- The fee's share of an amount out of a subtotal, in whole minor units, halves up. Exact however
-- large they are: the product of two bigints is none.
create or replace function fee_share(
  fee_minor bigint, amount_minor bigint, subtotal_minor bigint)
returns bigint language sql immutable parallel safe
return case when subtotal_minor = 0 then 0 else
  div(2 * fee_minor::numeric * amount_minor + subtotal_minor, 2 * subtotal_minor::numeric)::bigint
end;
