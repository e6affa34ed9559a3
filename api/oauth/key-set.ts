import { readServerKeys, type ServerKeys } from '../../src/access/apps/server/server-keys.ts';
import type { Clock } from '../../src/kit/clock.ts';
import type { Postgres } from '../../src/stores/postgres.ts';

/** How long keys are used without reading them again; a new one is published for longer. */
const KEPT_MS = 600_000;
/** A token with an unknown key has the keys read again, at most so often. */
const UNKNOWN_MS_MIN = 5_000;

/** The keys of the authorisation server as this process knows them. */
export type KeySet = Readonly<{
  /** The same object until they change. */
  current(): Promise<ServerKeys>;
  /** The keys, read again where none has this id: another process may have made it. */
  knowing(keyId: string): Promise<ServerKeys>;
}>;

/** Reads nothing before it is asked. */
export function openKeySet({ db, clock }: { db: Postgres; clock: Clock }): KeySet {
  let known: ServerKeys | undefined;
  let readAtMs = 0;
  let reading: Promise<ServerKeys> | undefined;

  async function read(): Promise<ServerKeys> {
    const found = await readServerKeys(db);
    if (known === undefined || namesOf(known) !== namesOf(found)) known = found;
    readAtMs = clock.now();
    return known;
  }

  function readOnce(): Promise<ServerKeys> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  const isOlder = (ms: number) => Math.abs(clock.now() - readAtMs) >= ms;
  return {
    async current() {
      return known === undefined || isOlder(KEPT_MS) ? readOnce() : known;
    },
    async knowing(keyId) {
      const isKnown = known?.keys.some((key) => key.keyId === keyId) === true;
      const keys = known !== undefined && (isKnown || !isOlder(UNKNOWN_MS_MIN)) ? known : undefined;
      return keys ?? readOnce();
    },
  };
}

function namesOf({ keys, signingKeyId }: ServerKeys): string {
  return [signingKeyId, ...keys.map(({ keyId }) => keyId)].join(' ');
}
