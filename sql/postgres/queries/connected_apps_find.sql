-- A connected app of an operator in one mode, ended or not. :member_id is who connected it; null:
-- anybody.
select *
from connected_app_details
where app_id = :app_id and operator_id = :operator_id and livemode = :livemode
  and (:member_id::text is null or member_id = :member_id);
