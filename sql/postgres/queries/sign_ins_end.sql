-- Ends what a person is signed in with: :sign_in_id alone, or (null) all but :kept_sign_in_id, each
-- with its audit row at the operator that it looks at. Safe to repeat: what has ended stays as it
-- is. Returns how many there were.
with ended as (
  update sign_ins
  set ended_at = now()
  where person_id = :person_id
    and ended_at is null
    and (:sign_in_id::text is null or sign_in_id = :sign_in_id)
    and (:kept_sign_in_id::text is null or sign_in_id <> :kept_sign_in_id)
  returning sign_in_id, member_id, ended_at
),
audited as (
  insert into audit_rows
  select 'sign_in.ended', sign_in_id, operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('ended_at', null),
      'after', jsonb_build_object('ended_at', ended_at),
      'member_id', member_id),
    'person', member_id, null, :request_id
  from ended
  join members using (member_id)
)
select count(*)::integer as row_count from ended;
