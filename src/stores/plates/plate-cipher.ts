import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/**
 * Plates, and secrets that people sign in with or that tokens are signed with, are sealed and
 * opened here, so that their keys are never in the database.
 */
export type PlateCipher = {
  /** The same text for the same plate, always: so sealed plates are compared like plates. */
  seal(plate: string): string;
  /** A text that is not sealed is returned as it is. Throws where another key sealed it. */
  open(stored: string): string;
  /** The same of secrets, with keys of their own. */
  sealSecret(secret: string): string;
  openSecret(stored: string): string;
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
/** No secret does either: base 32 and JSON have none at their third place. */
const SECRET_PREFIX = 's1.';

/** Seals with keys that are derived from the data key (HKDF, RFC 5869). */
export function createPlateCipher(dataKey: Buffer): PlateCipher {
  const plates = createSealer(dataKey, { what: 'plates', thing: 'plate', prefix: SEALED_PREFIX });
  const secrets = createSealer(dataKey, {
    what: 'secrets',
    thing: 'secret',
    prefix: SECRET_PREFIX,
  });
  return { ...plates, sealSecret: secrets.seal, openSecret: secrets.open };
}

/**
 * Seals with a synthetic IV: a keyed hash of the text is the IV with which it is encrypted
 * (AES-256-GCM), so equal texts are sealed alike, and others never share an IV.
 */
function createSealer(
  dataKey: Buffer,
  { what, thing, prefix }: { what: string; thing: string; prefix: string },
): Pick<PlateCipher, 'seal' | 'open'> {
  const keyFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', dataKey, '', `hexlot ${what}: ${use}`, KEY_BYTES));
  const [hashKey, encryptionKey] = [keyFor('hash'), keyFor('encryption')];
  return {
    seal(text) {
      const padded = pad(text);
      const iv = createHmac('sha256', hashKey).update(padded).digest().subarray(0, IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, encryptionKey, iv);
      const parts = [iv, cipher.update(padded), cipher.final(), cipher.getAuthTag()];
      return prefix + Buffer.concat(parts).toString('base64url');
    },
    open(stored) {
      if (!stored.startsWith(prefix)) return stored;
      const sealed = Buffer.from(stored.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv(ALGORITHM, encryptionKey, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const padded = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
      try {
        decipher.final();
      } catch (cause) {
        throw new Error(`a stored ${thing} was sealed with another key`, { cause });
      }
      return padded.toString('utf8').replace(/\0+$/, '');
    },
  };
}

function pad(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1))]);
}
