-- Those of these lots whose operator has no account at Stripe that can be paid.
-- Keeps its plan.
select lot_id from lots
where lot_id = any(:lot_ids::uuid[])
  and not exists (
    select from payee_accounts
    where payee_accounts.operator_id = lots.operator_id
      and payee_accounts.livemode = lots.livemode and processor = 'stripe' and charges_enabled);
