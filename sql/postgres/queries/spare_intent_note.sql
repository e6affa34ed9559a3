-- Notes under which name the processor has a payment.
update spare_intents set payment_intent_id = :payment_intent_id where spare_id = :spare_id;
