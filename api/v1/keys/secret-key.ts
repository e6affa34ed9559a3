import { Type } from 'typebox';
import type { SecretKey } from '../../../src/access/keys/create-key.ts';
import { KeySchema, type KeyShape, toKeyShape } from './key-shape.ts';

/** The answer that shows the secret of a key. */
export const SecretKeySchema = Type.Object({
  key: KeySchema,
  secret: Type.Optional(
    Type.String({
      description:
        'pk_live_... or pk_test_...: what calls send after `Authorization: Bearer`. It is shown ' +
        'only here, and not when the call is repeated with its Idempotency-Key: it is not stored ' +
        'with the answer. Then rotate the key.',
    }),
  ),
});

/** What is stored of an answer that shows a secret: all but the secret. */
export const withoutSecret = ({ key }: SecretKey): KeyShape => toKeyShape(key);

/** The answer that shows a secret. */
export const presentSecret = ({ key, secret }: SecretKey) => ({ key: toKeyShape(key), secret });
