-- One row per H3 cell (resolution 0 to 8) that is an area of its own. kind: of what happens on lots
-- (use), each within one country of a mode, or of searches (searches), where the country is ''.
create table fct_area_cells (
  batch integer not null,
  kind varchar not null,
  livemode boolean not null,
  country varchar not null,
  cell bigint not null,
  named_on date not null
);
