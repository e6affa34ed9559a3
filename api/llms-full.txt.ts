import { Type } from 'typebox';
import { defineDocument } from './document/define-document.ts';
import { llmsFullText } from './document/llms-text.ts';

export const getLlmsFullTextOperation = defineDocument({
  operationId: 'getLlmsFullText',
  path: '/llms-full.txt',
  summary: 'All guides, the operations and the changelog as one text, as Markdown',
  description: 'What /llms.txt links to, except for the OpenAPI documents.',
  answer: 'The guides first, then the changelog, then what concerns a service of your own',
  contentType: 'text/plain',
  schema: Type.String(),
  make: llmsFullText,
});
