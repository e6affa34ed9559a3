-- Why the audit row of a session's beginning or end cannot be read; empty when it can. An imported
-- stay is both: it is read as a whole or not at all. No stay takes more than 366 days.
create macro fault_session(action, livemode, entity_id, session) as
  concat_ws('; ',
    fault_flag('livemode', livemode),
    fault_text('entity_id', entity_id),
    fault_uuid('lot_id', session.lot_id),
    fault_instant('started_at', session.started_at),
    fault_number('vehicle_id', session.vehicle_id, 0, 1_000_000_000_000, is_needed := false),
    fault_number('rate_minor', session.rate_minor, 0, 10_000_000_000, is_needed := false),
    if(
      json_type(session.rate_snapshot) <> 'OBJECT', 'rate_snapshot is no object',
      fault_number(
        'base_rate_minor', json_extract_string(session.rate_snapshot, '$.base_rate_minor'),
        0, 10_000_000_000, is_needed := false)),
    if(
      action = 'session.created', null,
      nullif(concat_ws('; ',
        fault_instant('ended_at', session.ended_at),
        if(
          try_cast(session.ended_at as timestamptz) < try_cast(session.started_at as timestamptz),
          'ended_at is before started_at', null),
        if(
          try_cast(session.ended_at as timestamptz)
            > try_cast(session.started_at as timestamptz) + interval 366 days,
          'ended_at is more than 366 days after started_at', null),
        fault_number('subtotal_minor', session.subtotal_minor, 0, 10_000_000_000_000),
        fault_code('currency', session.currency, '[a-z]{3}')), '')));
