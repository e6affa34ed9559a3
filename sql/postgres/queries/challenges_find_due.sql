-- One row when an address is to be challenged now, and none otherwise.
-- Keeps its plan.
select true as is_due from webhook_addresses where due_at <= now() limit 1;
