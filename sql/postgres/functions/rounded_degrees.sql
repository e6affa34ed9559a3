-- Degrees as they are kept: whole ten-millionths, about a centimetre, and never -0.
create or replace function rounded_degrees(degrees double precision) returns double precision
language sql immutable parallel safe
return round(degrees * 1e7) / 1e7 + 0;
