-- One row: the last batch that a model contains; none before its first.
select batch from model_progress where model = $model;
