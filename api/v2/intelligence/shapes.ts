import { Type } from 'typebox';

/** Fields that all intelligence answers share. */
export const Cents = Type.Integer({ minimum: 0 });
export const Count = Type.Integer({ minimum: 0 });

export const Location = Type.Object({
  lat: Type.Number(),
  lng: Type.Number(),
  radius_km: Type.Number(),
});
