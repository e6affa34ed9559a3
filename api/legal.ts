import Negotiator from 'negotiator';
import { Type } from 'typebox';
import { oncePer } from '../src/kit/cache/once-per.ts';
import type { Api } from './app.ts';
import { readMarkdown } from './document/doc-pages.ts';
import {
  DOCUMENT_HEADERS,
  documentResponses,
  makeDocument,
  replyWithDocument,
} from './document/document.ts';
import { pageHeaders } from './dress/page.ts';
import { legalPage } from './legal/legal-page.ts';
import { defineOperation } from './operation.ts';

const PATH = '/legal';
const MARKDOWN = 'text/markdown';
const HTML = 'text/html';

const formsOf = oncePer(({ config }: Api) => ({
  markdown: makeDocument(MARKDOWN, readMarkdown('NOTICE.md', PATH, config.baseUrl).text),
  page: makeDocument(HTML, legalPage(PATH, config)),
}));

const responses = documentResponses('The notices', MARKDOWN, Type.String());

export const getLegalOperation = defineOperation({
  operationId: 'getLegal',
  method: 'get',
  path: PATH,
  summary: 'Whose data and programs are included, and what they ask for, as Markdown',
  description:
    'For who prefers text/html in Accept a page, which also says where the terms of the service ' +
    'are. Those may be elsewhere: see the plugin manifest.',
  tags: ['meta'],
  auth: 'public',
  budgets: ['read'],
  headers: Type.Object({
    ...DOCUMENT_HEADERS.properties,
    Accept: Type.Optional(Type.String({ description: 'text/markdown or text/html' })),
  }),
  responses: {
    ...responses,
    200: { ...responses[200], alternatives: { [HTML]: Type.String() } },
  },
  async handler({ headers }, api) {
    const { markdown, page } = formsOf(api);
    const asked = new Negotiator({ headers: { accept: headers.Accept } });
    const isForPeople = asked.mediaType([MARKDOWN, HTML]) === HTML;
    return isForPeople
      ? replyWithDocument(page, headers, pageHeaders(), 'Accept, Accept-Encoding')
      : replyWithDocument(markdown, headers, {}, 'Accept, Accept-Encoding');
  },
});
