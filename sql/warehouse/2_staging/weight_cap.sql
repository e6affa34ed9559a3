-- What one operator weighs at most, in sixths: nobody has more than a quarter of what all have
-- after this cap. `heaviest`: the three largest weights of at least four, in descending order.
create macro weight_cap(heaviest, total) as
  case
    when 4 * heaviest[1] <= total then 6 * heaviest[1]
    when 3 * heaviest[2] <= total - heaviest[1] then 2 * (total - heaviest[1])
    when 2 * heaviest[3] <= total - heaviest[1] - heaviest[2]
      then 3 * (total - heaviest[1] - heaviest[2])
    else 6 * (total - heaviest[1] - heaviest[2] - heaviest[3])
  end;
