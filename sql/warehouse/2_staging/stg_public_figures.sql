-- One row per time that an operator declared its figures public or took that back.
create view stg_public_figures as
select
  batch, audit_id, logged_at as declared_at, entity_id as operator_id,
  json_extract_string(diff, '$.after.figures_public')::boolean as is_public
from raw_audit
where action = 'operator.updated'
  and json_extract_string(diff, '$.after.figures_public') is not null;
