-- A stay, whoever may see it, with what its payment needs. No row where it is imported.
-- Keeps its plan.
select * from session_details where session_id = :session_id and source <> 'import';
