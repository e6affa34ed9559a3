import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key that seals plates. */
export function newDataKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** The data key as the database stores it: of use only with the key that wraps it. */
export function wrapKey(dataKey: Buffer, wrappingKey: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, wrappingKey, iv);
  return Buffer.concat([iv, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
}

/** The data key, by the first of these keys that opens it; undefined: none does. */
export function unwrapKey(wrapped: Buffer, wrappingKeys: readonly Buffer[]): Buffer | undefined {
  for (const key of wrappingKeys) {
    const decipher = createDecipheriv(ALGORITHM, key, wrapped.subarray(0, IV_BYTES));
    decipher.setAuthTag(wrapped.subarray(-TAG_BYTES));
    const dataKey = decipher.update(wrapped.subarray(IV_BYTES, -TAG_BYTES));
    try {
      decipher.final();
      return dataKey;
    } catch {
      // Another key wrapped it.
    }
  }
  return undefined;
}
