import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Querier } from '../../stores/postgres.ts';

export const AUDIT_ID = /^aud_[0-9a-f]{32}$/;
const CIPHER = 'aes-128-ecb';
const BLOCK_BYTES = 16;
/** The number is the second half of its block; the first half is zeros. */
const NUMBER_AT = 8;

/**
 * Gives numbers of audit rows as ids, and back. The numbers count the rows of all operators: two of
 * them would tell how much others did in between. One number is one block, so each has one id.
 */
export function createAuditIds(secret: Buffer) {
  const key = createHmac('sha256', secret).update('audit ids').digest().subarray(0, BLOCK_BYTES);
  return {
    toId(number: number): string {
      const block = Buffer.alloc(BLOCK_BYTES);
      block.writeBigUInt64BE(BigInt(number), NUMBER_AT);
      const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
      return `aud_${cipher.update(block).toString('hex')}`;
    },
    /** Undefined for an id that was not made with this secret. */
    toNumber(id: string): number | undefined {
      if (!AUDIT_ID.test(id)) return undefined;
      const decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
      const block = decipher.update(Buffer.from(id.slice('aud_'.length), 'hex'));
      const isOurs = block.readBigUInt64BE(0) === 0n;
      const number = block.readBigUInt64BE(NUMBER_AT);
      return isOurs && number <= Number.MAX_SAFE_INTEGER ? Number(number) : undefined;
    },
  };
}

/** The same with the secret of the database. */
export async function openAuditIds(db: Querier): Promise<ReturnType<typeof createAuditIds>> {
  const [seal] = await db.query<{ secret: Buffer }>('seal_keys_find');
  if (seal === undefined) throw new Error('the database has no key to make ids with');
  return createAuditIds(seal.secret);
}
