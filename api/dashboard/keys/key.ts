import { type Html, html } from '../../dress/html.ts';
import type { MandateLeftShape } from '../../fields/mandate-shape.ts';
import { deleteKeyOperation } from '../../v1/keys/delete.ts';
import { getKeyOperation } from '../../v1/keys/get.ts';
import type { KeyShape } from '../../v1/keys/key-shape.ts';
import { rotateKeyOperation } from '../../v1/keys/rotate.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { leftWords, mandateWords } from '../mandates/mandate-words.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { orRefused } from '../parts/or-refused.ts';
import { checkTyped, typedName } from '../parts/typed-name.ts';
import type { Form } from '../visit/form.ts';
import { masked, stateOf } from './list.ts';
import { type MadeKey, shownOnce } from './shown-once.ts';

export const keyPage: ClosedPage = {
  path: '/dashboard/keys/{key_id}',
  name: 'dashboardKey',
  isSensitive: 'sent',
  get: (visit) => show(visit),

  post: orRefused(change, show),
};

async function change(visit: Visit, form: Form): Promise<PageReply> {
  const { params, call, href } = visit;
  if (form.act === 'rotate') {
    const made = await call<MadeKey>(rotateKeyOperation, { params });
    return shownOnce(visit, made, 'The key has a new secret');
  }
  const { key } = await call<{ key: KeyShape }>(getKeyOperation, { params });
  checkTyped(form, key.name);
  await call(deleteKeyOperation, { params });
  return { location: href('/keys') };
}

async function show(visit: Visit, problem?: Html): Promise<Shown> {
  const { key, mandate } = await visit.call<{ key: KeyShape; mandate: MandateLeftShape | null }>(
    getKeyOperation,
    { params: visit.params },
  );
  return {
    title: key.name,
    main: html`${problem}
${definitions([
  ['Key', html`<code>${masked(key)}</code>`],
  ['State', stateOf(key)],
  ['May', key.scopes.join(', ')],
  ['Last used', instant(key.last_used_at)],
  ['Made', instant(key.created_at)],
  ['Ends', instant(key.expires_at ?? key.revoked_at)],
  ['Fleet', key.fleet_id ?? 'of no fleet'],
  ['Agent platform', key.agent_platform ?? 'none'],
  ['Cap of priced answers', cap(key)],
  ...(mandate === null ? [['Mandate', 'none'] as const] : mandateOf(mandate)),
  ['Id', html`<code>${key.id}</code>`],
])}
${key.revoked_at === null && acts(visit, key)}`,
  };
}

function mandateOf(mandate: MandateLeftShape) {
  return [
    ['Mandate', mandateWords(mandate)],
    ['Left today', leftWords(mandate, mandate.max_per_day, mandate.left_today)],
    ['Left this month', leftWords(mandate, mandate.max_per_month, mandate.left_this_month)],
  ] as const;
}

const CENTS = 100;

function cap({ spend_cap_cents: cents }: KeyShape): string {
  return cents === null ? 'none' : `${(cents / CENTS).toFixed(2)} US dollars a month`;
}

function acts(visit: Visit, key: KeyShape): Html {
  const action = visit.href(`/keys/${key.id}`);
  return html`<section class="card"><h2>Rotate</h2>
<p>The key gets a new secret, and the old one ends at once.</p>
<form method="post" action="${action}">${csrfField(visit)}
<button name="act" value="rotate">Rotate the key</button></form></section>
<section class="card"><h2>Delete</h2>
<p>Programs that use it are refused at once, for good.</p>
<form method="post" action="${action}">${csrfField(visit)}
${typedName(key.name)}
<button class="danger" name="act" value="delete">Delete the key</button></form></section>`;
}
