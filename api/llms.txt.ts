import { Type } from 'typebox';
import { defineDocument } from './document/define-document.ts';
import { llmsText } from './document/llms-text.ts';

export const getLlmsTextOperation = defineDocument({
  operationId: 'getLlmsText',
  path: '/llms.txt',
  summary: 'Where language models find what they need to know, as Markdown',
  description: 'The OpenAPI documents and every guide, as links with a sentence each.',
  answer: 'Links with a sentence each',
  contentType: 'text/plain',
  schema: Type.String(),
  make: llmsText,
});
