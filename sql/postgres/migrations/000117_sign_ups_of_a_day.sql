-- outside a transaction
-- Those who signed up within a day, of whom there may be only so many.
create index concurrently if not exists sign_ins_of_sign_ups on sign_ins (created_at)
  where method = 'sign_up';
