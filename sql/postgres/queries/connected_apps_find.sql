-- A connected app of an operator in one mode, ended or not.
select *
from connected_app_details
where app_id = :app_id and operator_id = :operator_id and livemode = :livemode;
