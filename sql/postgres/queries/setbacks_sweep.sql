-- Deletes setbacks that were dealt with since, by the job or otherwise. A payment that was given up
-- stays one until it is captured; a payout that failed, until a later one of its account is paid.
with forgotten as (
  delete from setbacks
  where not case job
    when 'expire-sessions' then exists (
      select from sessions
      where session_id = entity_id
        and (status in ('active', 'ending', 'expiring')
          or status = 'payment_failed' and retry_at is null))
    when 'settle-refunds' then exists (
      select from refunds where refund_id = entity_id and status = 'pending')
    when 'sweep-holds' then exists (
      select from holds where hold_id = entity_id and status = 'held')
    when 'cancel-unauthorized' then exists (
      select from sessions
      where session_id = entity_id and status = 'active' and authorize_by is not null)
    when 'release-intents' then exists (select from spare_intents where spare_id = entity_id)
    when 'work-processor-events' then exists (
      select from processor_events where event_id = entity_id and worked_at is null)
    when 'read-payees' then exists (
      select from payee_accounts
      where account_id = entity_id and (checked_at is null or checked_at <= first_failed_at))
    when 'processor-payouts' then exists (
      select from processor_payouts as failed
      where payout_id = entity_id and status = 'failed'
        and not exists (
          select from processor_payouts as later
          where later.account_id is not distinct from failed.account_id
            and later.livemode = failed.livemode
            and later.created_at > failed.created_at and later.status = 'paid'))
    when 'apply-rates' then exists (
      select from lots
      where lot_id::text = entity_id and deleted_at is null and scheduled_rates <> '[]')
    when 'issue-invoices' then exists (
      select from unbilled_months
      where operator_id = split_part(entity_id, ' ', 1)
        and to_char(from_at at time zone 'UTC', 'YYYY-MM') = split_part(entity_id, ' ', 2))
    when 'settle-invoices' then exists (
      select from invoices where invoice_id = entity_id and paid_at is null and voided_at is null)
    else false
  end
  returning 1
)
select count(*)::integer as row_count from forgotten;
