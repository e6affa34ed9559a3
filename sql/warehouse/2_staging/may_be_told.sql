-- Whether so much was observed in an area that it may be disclosed: 30 stays (or counted lots and
-- days) on lots of four operators, and ten vehicles or counts by four operators.
create macro may_be_told(operators, observed, vehicles, counting_operators) as
  operators >= 4 and observed >= 30 and (vehicles >= 10 or counting_operators >= 4);
