-- One row per time that an operator declared its figures public or took that back.
create view stg_public_figures as
with declared as (
  select
    batch, tx, audit_id, action, logged_at as declared_at, entity_id as operator_id,
    json_extract_string(diff, '$.after.figures_public') as is_public
  from raw_audit
  where action = 'operator.updated'
    and json_extract_string(diff, '$.after.figures_public') is not null
)
select
  batch, audit_id, declared_at, operator_id, try_cast(is_public as boolean) as is_public,
  fault_of(tx, audit_id, action, operator_id, concat_ws('; ',
    fault_text('entity_id', operator_id),
    fault_instant('at', declared_at),
    fault_flag('figures_public', is_public))) as fault
from declared;
