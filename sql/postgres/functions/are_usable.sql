create or replace function are_usable(
  first timestamptz, second timestamptz, third timestamptz)
returns boolean
language plpgsql immutable parallel safe as $$
begin
  return public.is_usable(first) and public.is_usable(second) and public.is_usable(third);
end $$;
