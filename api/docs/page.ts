import { Type } from 'typebox';
import { oncePer } from '../../src/kit/cache/once-per.ts';
import { notFound } from '../../src/kit/errors.ts';
import type { Api } from '../app.ts';
import { readDocPages } from '../document/doc-pages.ts';
import {
  DOCUMENT_HEADERS,
  documentResponses,
  makeDocument,
  replyWithDocument,
} from '../document/document.ts';
import { defineOperation } from '../operation.ts';

const MARKDOWN = 'text/markdown';

const documentsOf = oncePer(({ config }: Api) => {
  const pages = readDocPages(config.baseUrl);
  return new Map(pages.map(({ fileName, text }) => [fileName, makeDocument(MARKDOWN, text)]));
});

export const getDocPageOperation = defineOperation({
  operationId: 'getDocPage',
  method: 'get',
  path: '/docs/{page_name}',
  summary: 'A guide, as Markdown',
  description: '/llms.txt lists them all.',
  tags: ['meta'],
  auth: 'public',
  budgets: ['read'],
  params: Type.Object({
    page_name: Type.String({ description: 'Its file name, such as agents.md or CHANGELOG.md' }),
  }),
  headers: DOCUMENT_HEADERS,
  responses: documentResponses('The page', MARKDOWN, Type.String()),
  errors: ['NOT_FOUND'],
  async handler({ params, headers }, api) {
    const document = documentsOf(api).get(params.page_name);
    if (document === undefined) throw notFound('page');
    return replyWithDocument(document, headers);
  },
});
