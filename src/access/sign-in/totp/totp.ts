import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** As all apps expect it (RFC 6238, section 4 and 5.2; RFC 4226, section 5.3). */
const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** A clock may be so many steps ahead or behind. */
const STEPS_AWAY_MAX = 1;
/** The bits of a character of base 32 (RFC 4648). */
const CHARACTER_BITS = 5;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of codes: 160 bits in base 32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** The address that an app reads from a picture to show the codes of a secret. */
export function totpUrl(secret: string, { account }: { account: string }): string {
  const issuer = 'Hexlot';
  const query = new URLSearchParams({ secret, issuer, digits: String(DIGITS) });
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${query}`;
}

/**
 * The step whose code this is, around `now`; undefined: it is none. Blanks within it are ignored.
 * Whoever calls stores the step, so that its code works once.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''));
  if (given.length !== DIGITS) return undefined;
  const middle = Math.floor(now.getTime() / 1_000 / STEP_SECONDS);
  const steps = Array.from(
    { length: 2 * STEPS_AWAY_MAX + 1 },
    (_, i) => middle - STEPS_AWAY_MAX + i,
  );
  return steps.find((step) => timingSafeEqual(given, Buffer.from(totpCode(secret, step))));
}

/** The code of a secret at a step, which is the number of half minutes since 1970. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(new RegExp(`.{1,${CHARACTER_BITS}}`, 'g')) ?? [];
  const indexes = groups.map((group) => Number.parseInt(group.padEnd(CHARACTER_BITS, '0'), 2));
  return indexes.map((index) => ALPHABET[index]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) =>
    ALPHABET.indexOf(character).toString(2).padStart(CHARACTER_BITS, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
