import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/** Plates are sealed and opened here, so that their key is never in the database. */
export type PlateCipher = {
  /** The same text for the same plate, always: so sealed plates are compared like plates. */
  seal(plate: string): string;
  /** A text that is not sealed is returned as it is. Throws where another key sealed it. */
  open(stored: string): string;
};

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Of a SHA-256: 2^32 plates have two of one value with a probability of 2^-33. */
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Sealed plates are of the same length for all plates of up to so many bytes in UTF-8. */
const BLOCK_BYTES = 16;
/** No plate begins so: a full stop is no part of one. */
export const SEALED_PREFIX = 'p1.';

/**
 * Seals with a synthetic IV: a keyed hash of the plate is the IV with which it is encrypted
 * (AES-256-GCM), so equal plates have equal texts, and others never share an IV. The keys of the
 * hash and of the encryption are derived from the data key (HKDF, RFC 5869).
 */
export function createPlateCipher(dataKey: Buffer): PlateCipher {
  const keyFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', dataKey, '', `hexlot plates: ${use}`, KEY_BYTES));
  const [hashKey, encryptionKey] = [keyFor('hash'), keyFor('encryption')];
  return {
    seal(plate) {
      const padded = pad(plate);
      const iv = createHmac('sha256', hashKey).update(padded).digest().subarray(0, IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, encryptionKey, iv);
      const parts = [iv, cipher.update(padded), cipher.final(), cipher.getAuthTag()];
      return SEALED_PREFIX + Buffer.concat(parts).toString('base64url');
    },
    open(stored) {
      if (!stored.startsWith(SEALED_PREFIX)) return stored;
      const sealed = Buffer.from(stored.slice(SEALED_PREFIX.length), 'base64url');
      const decipher = createDecipheriv(ALGORITHM, encryptionKey, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const padded = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
      try {
        decipher.final();
      } catch (cause) {
        throw new Error('a stored plate was sealed with another key', { cause });
      }
      return padded.toString('utf8').replace(/\0+$/, '');
    },
  };
}

function pad(plate: string): Buffer {
  const bytes = Buffer.from(plate);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1))]);
}
