-- Stores a link by which somebody signs up, if fewer than :sent_max were sent to the address within
-- a day. `is_known`: somebody has that address already. Two calls for one address count one after
-- the other once they have waited (sign_up_links_wait).
with counted as (
  select
    (
      select count(*) from sign_up_links
      where lower(email) = lower(:email) and created_at > now() - interval '1 day'
    ) as sent_count,
    exists (select from people where lower(email) = lower(:email)) as is_known
),
added as (
  insert into sign_up_links (token_sha256, email)
  select :token_sha256::bytea, :email from counted where sent_count < :sent_max::integer
  returning token_sha256
)
select is_known, exists (select from added) as is_added from counted;
