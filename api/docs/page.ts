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
import { pageHeaders } from '../dress/page.ts';
import { defineOperation } from '../operation.ts';
import { guidePage, pageNameOf } from './guide-page.ts';

const MARKDOWN = 'text/markdown';
const HTML = 'text/html';

type Form = { document: ReturnType<typeof makeDocument>; headers?: Record<string, string> };

/** Each guide by the name of each of its forms, made when it is first asked for. */
const formsOf = oncePer(({ config }: Api) => {
  const made = new Map<string, Form>();
  const makers = new Map<string, () => Form>(
    readDocPages(config.baseUrl).flatMap((page) => [
      [page.fileName, () => ({ document: makeDocument(MARKDOWN, page.text) })],
      [
        pageNameOf(page.fileName),
        () => ({ document: makeDocument(HTML, guidePage(page)), headers: pageHeaders() }),
      ],
    ]),
  );
  return (name: string): Form | undefined => {
    const form = made.get(name) ?? makers.get(name)?.();
    if (form !== undefined) made.set(name, form);
    return form;
  };
});

const responses = documentResponses('The guide', MARKDOWN, Type.String());

export const getDocPageOperation = defineOperation({
  operationId: 'getDocPage',
  method: 'get',
  path: '/docs/{page_name}',
  summary: 'A guide, as Markdown or as a page for people',
  description: '/llms.txt lists them all. With .md in its name it is Markdown, without it HTML.',
  tags: ['meta'],
  auth: 'public',
  budgets: ['read'],
  params: Type.Object({
    page_name: Type.String({
      description: 'Its file name, such as agents.md or CHANGELOG.md; agents for the page',
    }),
  }),
  headers: DOCUMENT_HEADERS,
  responses: {
    ...responses,
    200: { ...responses[200], alternatives: { [HTML]: Type.String() } },
  },
  errors: ['NOT_FOUND'],
  async handler({ params, headers }, api) {
    const form = formsOf(api)(params.page_name);
    if (form === undefined) throw notFound('page');
    return replyWithDocument(form.document, headers, form.headers);
  },
});
