import { Type } from 'typebox';
import { defineDocument } from './document/define-document.ts';
import { readMarkdown } from './document/doc-pages.ts';

const PATH = '/legal';

export const getLegalOperation = defineDocument({
  operationId: 'getLegal',
  path: PATH,
  summary: 'Whose data and programs are included, and what they ask for, as Markdown',
  description: 'The terms of the service itself may be elsewhere: see the plugin manifest.',
  answer: 'The notices',
  contentType: 'text/markdown',
  schema: Type.String(),
  make: ({ config }) => readMarkdown('NOTICE.md', PATH, config.baseUrl).text,
});
