-- Stores an attempt. A row is returned at the first attempt only.
-- Keeps its plan.
insert into simulated_attempts (attempt) values (:attempt)
on conflict (attempt) do nothing
returning attempt;
