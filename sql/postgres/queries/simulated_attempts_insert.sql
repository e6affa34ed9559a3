-- Notes what is attempted. A row comes back at the first attempt only.
-- $1 attempt
insert into simulated_attempts (attempt) values ($1)
on conflict (attempt) do nothing
returning attempt;
