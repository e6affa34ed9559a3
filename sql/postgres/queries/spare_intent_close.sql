-- A payment is not to be used any more, and will be released.
update spare_intents set authorize_by = null where spare_id = :spare_id;
