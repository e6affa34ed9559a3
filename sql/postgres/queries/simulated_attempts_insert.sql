-- Stores an attempt. A row is returned at the first attempt only.
insert into simulated_attempts (attempt) values (:attempt)
on conflict (attempt) do nothing
returning attempt;
