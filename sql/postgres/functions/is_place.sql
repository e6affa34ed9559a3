create or replace function is_place(latitude double precision, longitude double precision)
returns boolean
language plpgsql immutable parallel safe as $$
begin
  return public.is_degrees(latitude, 90) and public.is_degrees(longitude, 180);
end $$;
