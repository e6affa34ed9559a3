-- Whether an address begins with one of those that need no proof and have no budget.
create or replace function is_vouched_for(url text, vouched text[]) returns boolean
language sql immutable parallel safe
return exists (select from unnest(vouched) as one where starts_with(url, one));
