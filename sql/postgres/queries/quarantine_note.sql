-- Stores what the pipelines cannot read (:quarantine, a JSON object), where that has changed.
update refresh_status set quarantine = :quarantine::jsonb where quarantine <> :quarantine::jsonb;
