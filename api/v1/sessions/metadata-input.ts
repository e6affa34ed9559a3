import { Type } from 'typebox';

const KEYS_MAX = 20;
const KEY_LENGTH_MAX = 100;
const VALUE_LENGTH_MAX = 500;

/**
 * Names and values that a caller stores with its session; a name may hold any character, even line
 * ends.
 */
export const MetadataInput = Type.Unsafe<Record<string, string>>(
  Type.Object(
    {},
    {
      additionalProperties: Type.String({ maxLength: VALUE_LENGTH_MAX }),
      propertyNames: { type: 'string', minLength: 1, maxLength: KEY_LENGTH_MAX },
      maxProperties: KEYS_MAX,
      description: 'Texts of your own, kept with the session for your keys only: up to 20 names',
    },
  ),
);
