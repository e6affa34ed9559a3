-- The role of somebody who acts for an operator, which nothing else changes until the transaction
-- ends; no row when the member was removed.
select role from members
where member_id = :member_id and operator_id = :operator_id and removed_at is null
for no key update;
