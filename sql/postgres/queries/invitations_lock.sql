-- The role of an operator's invitation, which nothing else changes until the transaction ends; no
-- row when there is none.
select role from invitations
where invitation_id = :invitation_id and operator_id = :operator_id
for no key update;
