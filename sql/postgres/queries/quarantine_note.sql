-- Stores what the pipelines cannot read (:quarantine, a JSON object). No row where that has not
-- changed.
update refresh_status set quarantine = :quarantine::jsonb
where quarantine <> :quarantine::jsonb
returning true as is_changed;
