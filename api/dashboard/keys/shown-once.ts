import { copyable } from '../../dress/copyable.ts';
import { COPY } from '../../dress/design-files.ts';
import { type Html, html } from '../../dress/html.ts';
import type { KeyShape } from '../../v1/keys/key-shape.ts';
import { listLotsOperation } from '../../v1/lots/list.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import { getMarketRateOperation } from '../../v2/intelligence/market-rate.ts';
import type { Shown, Visit } from '../dashboard-page.ts';
import { notice, sentBefore } from '../parts/notice.ts';

/** `secret` is in the first answer alone. */
export type MadeKey = { key: KeyShape; secret?: string };

/** A key with its secret: this answer is the only one that has it. */
export async function shownOnce(visit: Visit, made: MadeKey, title: string): Promise<Shown> {
  const { key, secret } = made;
  const { href } = visit;
  if (secret === undefined)
    return {
      title,
      main: html`${sentBefore}
<p><a class="button" href="${href(`/keys/${key.id}`)}">About this key</a></p>`,
    };
  return {
    title,
    scripts: [COPY],
    main: html`${notice('warn', 'Copy it now: it is shown this once, and stored nowhere.')}
<h2>${key.name}</h2>
${copyable(secret)}
<p>Paste a call with it into a terminal. This one says what the key is:</p>
${copyable(callOf(visit, secret, '/api/v1/me'))}
${await rateCall(visit, key, secret)}
<p><a class="button" href="${href(`/keys/${key.id}`)}">About this key</a>
<a class="button" href="${href('/keys')}">All keys</a></p>`,
  };
}

function callOf({ api }: Visit, secret: string, path: string): string {
  return `curl -sS -H 'Authorization: Bearer ${secret}' \\\n  '${api.config.baseUrl}${path}'`;
}

/** A call that buys a rate where one of the operator's lots is; none without a lot. */
async function rateCall(visit: Visit, key: KeyShape, secret: string): Promise<Html | null> {
  if (!key.scopes.includes('intelligence')) return null;
  const lot = await findLot(visit);
  if (lot === undefined) return null;
  const path = `${getMarketRateOperation.path}?lat=${lot.lat}&lng=${lot.lng}`;
  return html`<p>And this one buys a rate: what parking costs around
<bdi>${lot.name}</bdi>. The answer says what it cost, and
<a href="${visit.href('/usage')}">Usage</a> adds it up.</p>
${copyable(callOf(visit, secret, path))}`;
}

/** Undefined, too, when it is refused: the secret is shown whatever becomes of this. */
async function findLot({ call }: Visit): Promise<OperatorLotShape | undefined> {
  const query = { limit: 1 };
  const found = call<{ data: OperatorLotShape[] }>(listLotsOperation, { query });
  const { data } = await found.catch(() => ({ data: [] }));
  return data[0];
}
