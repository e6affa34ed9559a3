-- The public holidays of the next year where there are lots with a forecast. Countries and states
-- are as the lots name them; '' where a lot names no state.
create table marts.public_holidays (
  country text not null,
  state text not null,
  day date not null,
  name text not null,
  primary key (country, state, day)
);
