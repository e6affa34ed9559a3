/** What drives and walks but is not a car: a rule for these does not apply to cars. */
export const OTHER_VEHICLES = [
  ...['hgv', 'goods', 'bus', 'coach', 'tourist_bus', 'psv', 'taxi'],
  ...['motorhome', 'caravan', 'trailer', 'motorcycle', 'moped', 'mofa'],
  ...['bicycle', 'foot', 'horse', 'ski', 'boat', 'disabled'],
];
