-- One row when an address is to be challenged now, and none otherwise.
-- In their order, so that they are looked up by index, and not among all addresses.
-- Keeps its plan.
select true as is_due from webhook_addresses where due_at <= now() order by due_at limit 1;
