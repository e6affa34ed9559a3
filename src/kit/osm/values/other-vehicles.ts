/** What drives and walks but is no car: a rule for these says nothing about cars. */
export const OTHER_VEHICLES = [
  ...['hgv', 'goods', 'bus', 'coach', 'tourist_bus', 'psv', 'taxi'],
  ...['motorhome', 'caravan', 'trailer', 'motorcycle', 'moped', 'mofa'],
  ...['bicycle', 'foot', 'horse', 'ski', 'boat', 'disabled'],
];
