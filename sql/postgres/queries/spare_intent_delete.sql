-- Forgets a payment that was released.
delete from spare_intents where spare_id = :spare_id;
