import { html } from '../../dress/html.ts';
import type { MandateLeftShape } from '../../fields/mandate-shape.ts';
import { getKeyOperation } from '../../v1/keys/get.ts';
import type { KeyShape } from '../../v1/keys/key-shape.ts';
import { listKeysOperation } from '../../v1/keys/list.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { stateOf } from '../keys/list.ts';
import { nextPage, table } from '../parts/table.ts';
import { leftWords, mandateWords } from './mandate-words.ts';

type Keys = { data: KeyShape[]; next_cursor: string | null };
type Mandated = KeyShape & { mandate: NonNullable<KeyShape['mandate']> };

/** Keys that one page looks through. */
const KEYS = 100;
/** So many are asked what is left of theirs; more would take long. */
const LEFT_MAX = 25;

export const mandatesPage: ClosedPage = {
  path: '/dashboard/mandates',
  name: 'dashboardMandates',

  async get(visit) {
    const { call, href, query } = visit;
    const cursor = query.get('cursor') ?? undefined;
    const { data, next_cursor: next } = await call<Keys>(listKeysOperation, {
      query: { cursor, limit: KEYS },
    });
    const keys = data.filter((key): key is Mandated => key.mandate !== null);
    const left = await leftOf(visit, keys);
    return {
      title: 'Mandates',
      main: html`<p class="lead">A mandate is what a key may spend on parking, where and when. It is
given when the key is made.</p>
<p><a class="button" href="${href('/keys/new')}">New key with a mandate</a></p>
${table({
  caption: 'Keys that have a mandate',
  heads: ['Key', 'May', 'Left today', 'Left this month', 'State'],
  figures: [2, 3],
  rows: keys.map((key) => {
    const { mandate } = key;
    const known = left.get(mandate.id);
    return [
      html`<a href="${href(`/keys/${key.id}`)}">${key.name}</a>`,
      mandateWords(mandate),
      leftWords(mandate, mandate.max_per_day, known?.left_today),
      leftWords(mandate, mandate.max_per_month, known?.left_this_month),
      stateOf(key),
    ];
  }),
  empty: html`<p>No key${(cursor ?? next) !== null && ' among these'} has a mandate. A key that has
one can be handed to an agent: it parks within your limits.</p>`,
})}
<p class="quiet">Keys that replace each other share one mandate, and what is left of it.</p>
${nextPage(href('/mandates', { cursor: next ?? undefined }), next)}`,
    };
  },
};

/** What is left of each mandate, by its id. */
async function leftOf({ call }: Visit, keys: readonly Mandated[]) {
  const oneKeyEach = new Map(keys.map((key) => [key.mandate.id, key.id]));
  const asked = [...oneKeyEach.values()].slice(0, LEFT_MAX).map(async (id) => {
    const found = await call<{ mandate: MandateLeftShape | null }>(getKeyOperation, {
      params: { key_id: id },
    });
    return found.mandate;
  });
  const found = (await Promise.all(asked)).filter((mandate) => mandate !== null);
  return new Map(found.map((mandate) => [mandate.id, mandate]));
}
