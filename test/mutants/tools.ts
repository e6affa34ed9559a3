import type { Mutant } from './mutant.ts';

const CLAIM = 'sql/postgres/queries/tool_calls_claim.sql';
const ONCE_TEST = 'test/api/mcp/once.test.ts';
const TEXT_TEST = 'test/api/mcp/operators-text.test.ts';
const TOOLS_TEST = 'test/api/mcp/tools.test.ts';

/** Ways to do an assistant's write twice, or to show a language model what it must not read. */
export const TOOLS: readonly Mutant[] = [
  {
    name: 'tool-call-always-new',
    file: CLAIM,
    find: '    else call.idempotency_key\n',
    replace: '    else excluded.idempotency_key\n',
    tests: [ONCE_TEST],
    why: 'a repeated start is refused as a second vehicle',
  },
  {
    name: 'tool-call-never-new',
    file: CLAIM,
    find: "when call.claimed_at < now() - interval '60 seconds' then excluded.idempotency_key",
    replace: 'when false then excluded.idempotency_key',
    tests: [ONCE_TEST],
    why: 'after a minute the same call gets an answer that is no longer true',
  },
  {
    name: 'defaults-make-another-call',
    file: 'api/mcp/call-tool.ts',
    find: 'value === null || isDeepStrictEqual(value, usual)',
    replace: 'value === null',
    tests: [ONCE_TEST],
    why: 'the same call in other words is a second call',
  },
  {
    name: 'secret-in-a-tool',
    file: 'api/mcp/tool-result.ts',
    find: "= ['client_secret']",
    replace: '= []',
    tests: [TEXT_TEST],
    why: 'the secret of a payment is read by a language model',
  },
  {
    name: 'data-not-marked',
    file: 'api/mcp/tool-result.ts',
    find: 'return { [NOTICE_FIELD]: NOTICE, ...members };',
    replace: 'return { ...members, [NOTICE_FIELD]: NOTICE };',
    tests: [TEXT_TEST],
    why: 'a model reads the words of operators before the notice that they are data',
  },
  {
    name: 'unseen-shown',
    file: 'src/kit/text/visible-text.ts',
    find: ".replaceAll(UNSEEN, '')",
    replace: '',
    tests: [TEXT_TEST],
    why: 'orders that nobody sees reach a language model',
  },
  {
    name: 'null-of-a-search-refused',
    file: 'api/mcp/tool-call.ts',
    find: '.filter(([, value]) => value !== null)',
    replace: '',
    tests: ['test/api/mcp/tools.test.ts'],
    why: 'an agent that sends null for what it does not want to say finds no lot',
  },
  {
    name: 'wrong-tool-is-free',
    file: 'api/mcp/answer-message.ts',
    find: 'if (isCall && !call.isBegun) drawRead();',
    replace: '',
    tests: [TOOLS_TEST],
    why: 'calls of tools that do not exist draw from no budget',
  },
];
