-- The one row, its instant as text.
select * replace (strftime(as_of at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%fZ') as as_of)
from warehouse_state;
