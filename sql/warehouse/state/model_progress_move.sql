-- Runs in the transaction that adds the rows up to this batch.
insert or replace into model_progress (model, batch) values ($model, $batch);
