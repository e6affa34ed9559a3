-- So many per million, rounded half up.
create macro per_million(number, whole) as
  ((2_000_000 * number::hugeint + whole) // (2 * whole))::bigint;
