-- The fault of a raw row: where it is, what it is about, and why it cannot be read. Null when
-- `reason` is empty or null, so that the row can be read. A reason names members and never their
-- values.
create macro fault_of(tx, id, kind, entity_id, reason) as
  if(
    coalesce(reason, '') = '',
    null,
    {'tx': tx, 'id': id, 'kind': kind, 'entity_id': entity_id, 'reason': reason});
