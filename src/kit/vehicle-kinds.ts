export const VEHICLE_KINDS = ['car', 'van', 'truck', 'motorcycle', 'rv', 'bus'] as const;
export type VehicleKind = (typeof VEHICLE_KINDS)[number];
