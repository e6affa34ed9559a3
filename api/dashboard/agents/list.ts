import { type Html, html } from '../../dress/html.ts';
import type { AgentShape } from '../../v1/agents/agent-shape.ts';
import { listAgentsOperation } from '../../v1/agents/list.ts';
import { registerAgentOperation } from '../../v1/agents/register.ts';
import type { KeyShape } from '../../v1/keys/key-shape.ts';
import { listKeysOperation } from '../../v1/keys/list.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { masked } from '../keys/list.ts';
import { choice, field } from '../parts/field.ts';
import { instant } from '../parts/instant.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { nextPage, table } from '../parts/table.ts';
import type { Form } from '../visit/form.ts';
import { mayCall } from '../visit/may-call.ts';

type Agents = { data: AgentShape[]; next_cursor: string | null };
/** Keys that an agent can be registered for: the newest. */
const KEYS = 100;

export const agentsPage: ClosedPage = {
  path: '/dashboard/agents',
  name: 'dashboardAgents',
  get: (visit) => show(visit),

  async post(visit, form) {
    const { name = '', platform = '', key_id: keyId = '' } = form;
    try {
      await visit.call(registerAgentOperation, { body: { name, platform, key_id: keyId } });
      return { location: visit.href('/agents') };
    } catch (error) {
      return { ...(await show(visit, form, refusedIn(error))), status: 400 };
    }
  },
};

async function show(visit: Visit, form: Form = {}, refused?: Refused): Promise<Shown> {
  const { call, href, query } = visit;
  const cursor = query.get('cursor') ?? undefined;
  const [agents, keys] = await Promise.all([
    call<Agents>(listAgentsOperation, { query: { cursor } }),
    call<{ data: KeyShape[] }>(listKeysOperation, { query: { limit: KEYS } }),
  ]);
  const names = new Map(keys.data.map((key) => [key.id, key.name]));
  return {
    title: 'Agents',
    main: html`${refused?.notice}
<p class="lead">A registered agent parks with a key of yours: its stays and the audit log show its
name, and its calls have the budgets of agents.</p>
${table({
  caption: 'Agents, newest first',
  heads: ['Name', 'Platform', 'Key', 'Registered'],
  rows: agents.data.map((agent) => [
    agent.name,
    agent.platform,
    html`<a href="${href(`/keys/${agent.key_id}`)}">${names.get(agent.key_id) ?? agent.key_id}</a>`,
    instant(agent.created_at),
  ]),
  empty: html`<p>No agent is registered yet.</p>`,
})}
${nextPage(href('/agents', { cursor: agents.next_cursor ?? undefined }), agents.next_cursor)}
${mayCall(visit, registerAgentOperation) && registration(visit, keys.data, form, refused)}`,
  };
}

function registration(
  visit: Visit,
  keys: readonly KeyShape[],
  form: Form,
  refused: Refused | undefined,
): Html {
  const free = keys.filter((key) => key.revoked_at === null && key.agent_id === null);
  const { name, platform } = refused?.fields ?? {};
  return html`<section class="card"><h2>Register an agent</h2>
${
  free.length === 0
    ? html`<p>Each of your keys has an agent already. <a href="${visit.href('/keys/new')}">Make a
key</a> for it first.</p>`
    : html`<form method="post" action="${visit.href('/agents')}">${csrfField(visit)}
${field({
  ...{ name: 'name', label: 'Name', value: form.name, error: name, isRequired: true },
  hint: 'What it is called; its stays show it.',
})}
${field({
  ...{ name: 'platform', label: 'Platform', value: form.platform, error: platform },
  ...{ isRequired: true, hint: 'Whose agent it is, such as chatgpt.' },
})}
${choice(
  { name: 'key_id', label: 'Its key', value: form.key_id },
  free.map((key) => [key.id, `${key.name} (${masked(key)})`] as const),
)}
<button class="primary">Register</button></form>`
}</section>`;
}
