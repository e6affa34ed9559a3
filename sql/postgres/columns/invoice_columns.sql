-- An invoice as lists show it. `status` follows from the clock: issued and not paid, it is overdue
-- from the instant on at which it is due. `void`: it was taken back, and nothing is due.
invoice_id,
from_at,
date_add(from_at, '1 month', 'UTC') as to_at,
total_cents,
issued_at,
due_at,
paid_at,
case
  when paid_at is not null then 'paid'
  when voided_at is not null then 'void'
  when due_at <= now() then 'overdue'
  else 'open'
end as status
