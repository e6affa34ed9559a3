-- Why the audit row of a lot's change cannot be read; empty when it can. Older rows of lots that
-- were deleted do not say what the lots were like.
create macro fault_lot(changed_at, livemode, entity_id, is_deleted, lot) as
  concat_ws('; ',
    fault_flag('livemode', livemode),
    fault_uuid('entity_id', entity_id),
    fault_instant('at', changed_at),
    if(is_deleted, null, fault_text('operator_id', lot.operator_id)),
    fault_cell('cell', lot.cell, 9, 9, is_needed := not is_deleted),
    fault_degrees('latitude', lot.latitude, 90, is_needed := not is_deleted),
    fault_degrees('longitude', lot.longitude, 180, is_needed := not is_deleted),
    fault_code('country', lot.country, '[A-Z]{2}', is_needed := false),
    fault_number('total_spaces', lot.total_spaces, 0, 100_000, is_needed := false),
    fault_flag('is_capacity_estimated', lot.is_capacity_estimated, is_needed := false),
    fault_number('rate_minor', lot.rate_minor, 0, 10_000_000_000, is_needed := false),
    fault_choice('rate_unit', lot.rate_unit, ['hour', 'day'], is_needed := not is_deleted),
    fault_number('billing_step_minutes', lot.billing_step_minutes, 1, 1_440, is_needed := false),
    fault_code('currency', lot.currency, '[a-z]{3}', is_needed := not is_deleted),
    fault_number('max_daily_minor', lot.max_daily_minor, 0, 10_000_000_000, is_needed := false),
    fault_flag('has_no_daily_max', lot.has_no_daily_max, is_needed := false),
    fault_flag('is_overnight_allowed', lot.is_overnight_allowed, is_needed := false),
    fault_choice('status', lot.status, ['active', 'closed'], is_needed := not is_deleted),
    fault_flag('is_listed', lot.is_listed, is_needed := not is_deleted),
    fault_uuid('duplicate_of', lot.duplicate_of, is_needed := false));
