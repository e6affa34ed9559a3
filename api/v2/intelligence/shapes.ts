import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';

/** Fields that all intelligence answers share. */
export const Cents = Type.Integer({ minimum: 0 });
export const Count = Type.Integer({ minimum: 0 });

export const Location = named('Location', {
  lat: Type.Number(),
  lng: Type.Number(),
  radius_km: Type.Number(),
});
