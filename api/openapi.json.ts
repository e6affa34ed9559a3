import { Type } from 'typebox';
import { defineDocument } from './document/define-document.ts';

export const OpenApiDocument = Type.Object({
  openapi: Type.String(),
  info: Type.Unknown(),
  servers: Type.Unknown(),
  tags: Type.Unknown(),
  paths: Type.Unknown(),
  components: Type.Unknown(),
});

export const getOpenApiOperation = defineDocument({
  operationId: 'getOpenApi',
  path: '/openapi.json',
  summary: 'This description of the API',
  description: 'Generators make clients of it; every type that they need has a name here.',
  answer: 'An OpenAPI 3.1 document',
  contentType: 'application/json',
  schema: OpenApiDocument,
  make: ({ openApi }) => JSON.stringify(openApi),
});
