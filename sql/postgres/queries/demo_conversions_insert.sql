-- Conversions of the synthetic city: every eighth search of an agent is followed by a booking.
insert into conversions (booking_id, livemode, city_id, searched_on)
select 'demo_' || search_id, livemode, city_id, searched_on
from search_log
where city_id is not null and kind = 'search' and search_id % 8 = 0;
