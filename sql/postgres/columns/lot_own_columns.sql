-- What only the operator of a lot sees and decides.
ref, osm_tags, hold_others_pct, hold_each_pct, occupancy_thresholds, reports_inform_only,
entry_instructions, space_labels
