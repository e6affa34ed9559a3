import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { endGrantedApp } from '../../src/access/apps/end-app.ts';
import { openPayloads } from '../../src/access/apps/server/payloads.ts';
import type { Querier } from '../../src/stores/postgres.ts';

/**
 * The provider's own sessions are not kept: who has signed in, the dashboard knows, and each
 * authorisation is decided there.
 */
const NOT_KEPT = 'Session';

/** How the provider keeps what it knows of one kind of thing. */
export function adapterOf(db: Querier, model: string): Adapter {
  const payloads = openPayloads(db, model);
  const isKept = model !== NOT_KEPT;
  return {
    async upsert(id, payload, expiresIn) {
      if (isKept) await payloads.put(id, { ...payload }, expiresIn);
    },
    async find(id) {
      return isKept ? ((await payloads.find(id)) as AdapterPayload | undefined) : undefined;
    },
    async findByUserCode() {
      return undefined;
    },
    async findByUid() {
      return undefined;
    },
    /** The provider looks before it consumes. Of two calls that both looked, one gets here late. */
    async consume(id) {
      if (await payloads.consume(id)) return;
      const grantId = (await payloads.find(id))?.grantId;
      if (typeof grantId === 'string') await endGrantedApp(db, { grantId });
      throw new errors.InvalidGrant('it was used already');
    },
    destroy: (id) => payloads.delete(id),
    revokeByGrantId: (grantId) => payloads.deleteOfGrant(grantId),
  };
}
