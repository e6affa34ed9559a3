-- How many valid keys an operator has. Until the transaction ends, no other transaction counts
-- them.
select count_valid_keys(:operator_id) as key_count;
