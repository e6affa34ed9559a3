-- How many recovery codes a person has left.
select count(*)::integer as code_count
from recovery_codes
where person_id = :person_id and used_at is null;
