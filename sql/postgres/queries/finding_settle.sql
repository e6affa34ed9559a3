-- Notes what was done about a finding, once.
update reconciliation_findings set settled_at = now(), how = :how
where livemode = :livemode and kind = :kind and subject = :subject and settled_at is null;
