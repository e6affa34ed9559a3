create or replace function are_thresholds(thresholds smallint[]) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return cardinality(thresholds) = coalesce(array_length(thresholds, 1), 0)
    and cardinality(thresholds) <= 5
    and coalesce(array_lower(thresholds, 1), 1) = 1
    and array_position(thresholds, null) is null
    and thresholds[1] >= 1
    and thresholds[1] < coalesce(thresholds[2], 101)
    and thresholds[2] < coalesce(thresholds[3], 101)
    and thresholds[3] < coalesce(thresholds[4], 101)
    and thresholds[4] < coalesce(thresholds[5], 101)
    and thresholds[cardinality(thresholds)] <= 100;
end $$;
