import { hash } from 'node:crypto';
import type { Querier } from '../../../stores/postgres.ts';
import { endGrantedApp } from '../end-app.ts';

/** What the authorisation server keeps of one thing; `jti` is its id, `grantId` its grant's. */
export type Payload = Record<string, unknown>;

/**
 * What is kept of one kind: `AuthorizationCode`, `RefreshToken`, `Grant`, `Interaction`, `Client`.
 */
export type PayloadStore = Readonly<{
  /** `ttlSeconds` undefined: until it is deleted. */
  put(id: string, payload: Payload, ttlSeconds: number | undefined): Promise<void>;
  /** Undefined when there is none, or it has expired. `consumed`: Unix seconds. */
  find(id: string): Promise<Payload | undefined>;
  /**
   * Marks it as used. False when it was used before, also by a call at the same time: then someone
   * else has a copy of it.
   */
  consume(id: string): Promise<boolean>;
  /** Of a grant: its app ends, too. */
  delete(id: string): Promise<void>;
  /** Deletes all of this kind that a grant has. */
  deleteOfGrant(grantId: string): Promise<void>;
}>;

const GRANT = 'Grant';

type Row = { payload: Payload; consumedSeconds: number | null };

/**
 * Payloads of one kind. Whoever has an id may act with it, so the database has only its SHA-256: an
 * id has 43 random characters, which cannot be guessed from it.
 */
export function openPayloads(db: Querier, model: string): PayloadStore {
  const key = (id: string) => ({ model, idSha256: digest(id) });
  const deleteRows = (which: object) => db.query('oauth_payloads_delete', { model, ...which });
  return {
    async put(id, { jti: _id, ...payload }, ttlSeconds) {
      const grantId = typeof payload.grantId === 'string' ? payload.grantId : null;
      await db.query('oauth_payloads_put', {
        ...key(id),
        payload: JSON.stringify(payload),
        grantId,
        ttlSeconds: ttlSeconds ?? null,
      });
    },
    async find(id) {
      const [row] = await db.query<Row>('oauth_payloads_find', key(id));
      if (row === undefined) return undefined;
      const { payload, consumedSeconds: consumed } = row;
      return { ...payload, jti: id, ...(consumed !== null && { consumed }) };
    },
    async consume(id) {
      const [row] = await db.query('oauth_payloads_consume', key(id));
      return row !== undefined;
    },
    async delete(id) {
      if (model === GRANT) await endGrantedApp(db, { grantId: id });
      await deleteRows({ idSha256: digest(id), grantId: null });
    },
    async deleteOfGrant(grantId) {
      await deleteRows({ idSha256: null, grantId });
    },
  };
}

function digest(id: string): Buffer {
  return hash('sha256', id, 'buffer');
}
