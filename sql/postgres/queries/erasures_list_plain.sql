-- Erasures that wait with a plate that is stored plain.
select erasure_id, subject as plate
from erasures
where status = 'pending' and kind = 'plate' and not is_sealed(subject);
