import { OWN_FIELDS } from './own-fields.ts';
import { PLACE_FIELDS } from './place-fields.ts';
import { RATE_FIELDS } from './rate-fields.ts';
import { SOURCE_FIELDS } from './source-fields.ts';
import { SIZE_FIELDS, SPACE_FIELDS } from './space-fields.ts';

/** What everyone sees of a lot, in the order of answers. */
export const PUBLIC_FIELDS = {
  ...PLACE_FIELDS,
  ...SIZE_FIELDS,
  ...RATE_FIELDS,
  ...SPACE_FIELDS,
  ...SOURCE_FIELDS,
};

/** What its operator sees of it. */
export const LOT_FIELDS = { ...PUBLIC_FIELDS, ...OWN_FIELDS };
