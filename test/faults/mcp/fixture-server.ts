import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { OpenServers } from '../../../api/mcp/tool-server.ts';

// What the protocol's own test expects to find on a server: tools, resources and prompts without a
// meaning. They are served by the door of the real tools.

type Json = { [name: string]: unknown };
type Step = { key: string; asks: Json; state?: string };

/** One pixel, and a sound without samples. */
const PIXEL = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ',
  'AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
].join('');
const SILENCE = Buffer.from('RIFF$\0\0\0WAVEfmt \x10\0\0\0', 'latin1').toString('base64');

const text = (words: string) => ({ type: 'text', text: words });
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const audio = { type: 'audio', data: SILENCE, mimeType: 'audio/wav' };
const embedded = (uri: string, words: string, mimeType = 'text/plain') => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});
const said = (...content: unknown[]) => ({ content });

const asksFor = (name: string, type = 'string') => ({
  method: 'elicitation/create',
  params: {
    message: `${name}, please`,
    requestedSchema: { type: 'object', properties: { [name]: { type } }, required: [name] },
  },
});
const samples = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text('Paris?') }], maxTokens: 100 },
};
const roots = { method: 'roots/list', params: {} };

/** Tools that ask the client for something before they answer, in one step after another. */
const ASKING: Record<string, Step[]> = {
  test_input_required_result_elicitation: [{ key: 'user_name', asks: asksFor('name') }],
  test_input_required_result_sampling: [{ key: 'capital_question', asks: samples }],
  test_input_required_result_list_roots: [{ key: 'client_roots', asks: roots }],
  test_input_required_result_request_state: [
    { key: 'confirm', asks: asksFor('ok', 'boolean'), state: 'confirm.1' },
  ],
  test_input_required_result_tampered_state: [
    { key: 'confirm', asks: asksFor('ok', 'boolean'), state: 'tamper.1' },
  ],
  test_input_required_result_multi_round: [
    { key: 'step1', asks: asksFor('name'), state: 'round.1' },
    { key: 'step2', asks: asksFor('color'), state: 'round.2' },
  ],
  test_streaming_elicitation: [{ key: 'answer', asks: asksFor('answer') }],
};
const STATES = Object.values(ASKING).flatMap((steps) => steps.flatMap(({ state }) => state ?? []));
const SEVERAL = { user_name: asksFor('name'), greeting: samples, client_roots: roots };

/** The state that comes back says which step it was; one without an answer is asked again. */
function ask(steps: readonly Step[], ctx: ServerContext): unknown {
  const state = ctx.mcpReq.requestState<string>();
  const before = steps.findIndex((step) => step.state !== undefined && step.state === state);
  const at = Math.max(0, before);
  const step = steps[at];
  const isAnswered = step !== undefined && hasAnswered(ctx, step);
  const next = isAnswered ? steps[at + 1] : step;
  if (next === undefined)
    return said(text(`state-ok ${JSON.stringify(ctx.mcpReq.inputResponses)}`));
  const { key, asks } = next;
  return required({ [key]: asks }, next.state ?? (steps.length > 1 ? 'round.1' : undefined));
}

function hasAnswered(ctx: ServerContext, { key, asks }: Step): boolean {
  const answer = ctx.mcpReq.inputResponses?.[key] as Json | undefined;
  if (answer === undefined) return false;
  if (asks.method !== 'elicitation/create') return true;
  const { requestedSchema } = asks.params as { requestedSchema: { properties: Json } };
  const content = (answer.content ?? {}) as Json;
  return Object.entries(requestedSchema.properties).every(
    ([name, property]) => typeof content[name] === (property as { type: string }).type,
  );
}

const required = (inputRequests: Json, requestState?: string) => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState !== undefined && { requestState }),
});

const capabilitiesOf = (ctx: ServerContext): Json =>
  ((ctx.mcpReq.envelope ?? {}) as Json)[CLIENT_CAPABILITIES_META_KEY] as Json;

type Tool = (ctx: ServerContext, sent: Json) => unknown;
const TOOLS: Record<string, Tool> = {
  test_simple_text: () => said(text('This is a simple text response for testing.')),
  test_image_content: () => said(image),
  test_audio_content: () => said(audio),
  test_embedded_resource: () => said(embedded('test://embedded-resource', 'embedded')),
  test_multiple_content_types: () =>
    said(text('several'), image, embedded('test://mixed', '{"a":1}', 'application/json')),
  test_error_handling: () => ({ isError: true, ...said(text('an error for testing')) }),
  async test_tool_with_logging(ctx) {
    for (const data of ['started', 'working', 'done'])
      await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    return said(text('logged'));
  },
  async test_logging_tool(ctx) {
    await ctx.mcpReq.log('info', 'logged');
    return said(text('logged'));
  },
  async test_tool_with_progress(ctx) {
    const { progressToken = 0 } = ctx.mcpReq._meta ?? {};
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100 };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    }
    return said(text('done'));
  },
  test_missing_capability(ctx) {
    if (capabilitiesOf(ctx).sampling !== undefined) return said(text('it samples'));
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_input_required_result_multiple_inputs(ctx) {
    const given = ctx.mcpReq.inputResponses ?? {};
    const isDone = Object.keys(SEVERAL).every((key) => key in given);
    return isDone ? said(text('all')) : required(SEVERAL, 'several.1');
  },
  test_input_required_result_capabilities(ctx) {
    const has = capabilitiesOf(ctx);
    return required({
      ...(has.sampling !== undefined && { greeting: samples }),
      ...(has.elicitation !== undefined && { user_name: asksFor('name') }),
      ...(has.roots !== undefined && { client_roots: roots }),
    });
  },
  ...Object.fromEntries(
    Object.entries(ASKING).map(([name, steps]) => [name, (ctx: ServerContext) => ask(steps, ctx)]),
  ),
};

const TEXT_URI = 'test://static-text';
const BINARY_URI = 'test://static-binary';
const WATCHED_URI = 'test://watched-resource';
const TEMPLATE = 'test://template/{id}/data';

function contentsOf(uri: string): Json {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (uri === BINARY_URI) return { uri, mimeType: 'image/png', blob: PIXEL };
  if (uri === TEXT_URI || uri === WATCHED_URI) return { uri, mimeType: 'text/plain', text: uri };
  if (id === undefined) throw new ResourceNotFoundError(uri);
  return { uri, mimeType: 'application/json', text: JSON.stringify({ id, data: `of ${id}` }) };
}

const user = (content: unknown) => ({ role: 'user', content });
const PROMPT_STEPS: Step[] = [{ key: 'user_context', asks: asksFor('context') }];
const PROMPTS: Record<string, { needs: string[]; get(ctx: ServerContext, sent: Json): unknown }> = {
  test_simple_prompt: { needs: [], get: () => ({ messages: [user(text('simple'))] }) },
  test_prompt_with_arguments: {
    needs: ['arg1', 'arg2'],
    get: (_ctx, { arg1, arg2 }) => ({ messages: [user(text(`arg1=${arg1}, arg2=${arg2}`))] }),
  },
  test_prompt_with_embedded_resource: {
    needs: ['resourceUri'],
    get: (_ctx, sent) => ({ messages: [user(embedded(String(sent.resourceUri), 'embedded'))] }),
  },
  test_prompt_with_image: { needs: [], get: () => ({ messages: [user(image)] }) },
  test_input_required_result_prompt: {
    needs: [],
    get(ctx) {
      const asked = ask(PROMPT_STEPS, ctx) as Json;
      return 'inputRequests' in asked ? asked : { messages: [user(text('with context'))] };
    },
  },
};

const DESCRIPTION = 'For the test of the protocol';
const KEPT = { ttlMs: 1_000, cacheScope: 'public' } as const;
const OPTIONS = {
  capabilities: {
    tools: {},
    resources: { subscribe: true },
    prompts: {},
    logging: {},
    completions: {},
  },
  cacheHints: {
    'tools/list': KEPT,
    'prompts/list': KEPT,
    'resources/list': KEPT,
    'resources/templates/list': KEPT,
    'resources/read': KEPT,
  },
  requestState: {
    verify(state: string) {
      if (![...STATES, 'several.1'].includes(state)) throw new Error('not a state of ours');
      return state;
    },
  },
} as const;

function known<T>(table: Record<string, T>, name: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found !== undefined) return found;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no ${name}`);
}

/** Makes servers with the fixtures in place of the real tools. */
export const openFixtureServers: OpenServers = () => (sender) => {
  const server = new Server({ name: 'fixtures', version: '1.0.0' }, OPTIONS);
  const answer = <T>(value: unknown) => value as T;
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: DESCRIPTION,
      inputSchema: { type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const tool = known(TOOLS, params.name);
    sender.begin();
    return answer(await tool(ctx, params.arguments ?? {}));
  });
  server.setRequestHandler('resources/list', () => ({
    resources: [TEXT_URI, BINARY_URI, WATCHED_URI].map((uri) => ({ uri, name: uri })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: TEMPLATE, name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) =>
    answer({ contents: [contentsOf(params.uri)] }),
  );
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, { needs }]) => ({
      name,
      description: DESCRIPTION,
      arguments: needs.map((one) => ({ name: one, description: DESCRIPTION, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, ctx) =>
    answer(known(PROMPTS, params.name).get(ctx, params.arguments ?? {})),
  );
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['one'], total: 1, hasMore: false },
  }));
  return server;
};
