import { randomBytes } from 'node:crypto';
import { ConfigError, type Environment, text } from './read-setting.ts';

/** AES-256 */
const KEY_BYTES = 32;
const NAME = 'HEXLOT_PLATE_KEY';

/** How such a key is made. */
export const MAKE_PLATE_KEY = 'openssl rand -base64 32';

/** A new one. */
export function newPlateKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * The keys of `HEXLOT_PLATE_KEY`: any of them may open what is stored, and the first one closes it.
 * None where it is not set.
 */
export function plateKeys(env: Environment): readonly Buffer[] {
  const value = text(env, NAME);
  return value === undefined ? [] : readPlateKeys(NAME, value);
}

/** Keys separated by commas. Throws ConfigError with the `name`; no message repeats a key. */
export function readPlateKeys(name: string, text: string): Buffer[] {
  return text.split(',').map((part) => {
    const key = Buffer.from(part.trim(), 'base64');
    if (key.length === KEY_BYTES && key.toString('base64') === part.trim()) return key;
    const rule = `must be keys of ${KEY_BYTES} bytes in base64, separated by commas`;
    throw new ConfigError(name, `${rule}: ${MAKE_PLATE_KEY} makes one`);
  });
}
