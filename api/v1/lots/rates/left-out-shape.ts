import { Type } from 'typebox';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';

/** What a format cannot say of a tariff. */
export const LeftOutShape = named('TariffLeftOut', {
  part: nullable(Type.String({ description: 'Its name; null: what holds for the whole stay' })),
  reason: Type.String(),
});
