-- A count, rounded half up to two digits: 1,260 becomes 1,300.
create macro two_digits(number) as
  if(
    number < 100,
    number,
    (2 * number + (10 ** (len(number::varchar) - 2))::bigint)
      // (2 * (10 ** (len(number::varchar) - 2))::bigint)
      * (10 ** (len(number::varchar) - 2))::bigint
  )::bigint;
