import { defineDocument } from '../document/define-document.ts';
import { v2Api } from '../document/v2-api.ts';
import { OpenApiDocument } from '../openapi.json.ts';

export const getIntelligenceOpenApiOperation = defineDocument({
  operationId: 'getIntelligenceOpenApi',
  path: '/openapi/v2.json',
  summary: 'The description of the intelligence API alone, with its own version',
  description: 'The operations under /api/v2, which /openapi.json describes, too.',
  answer: 'An OpenAPI 3.1 document',
  contentType: 'application/json',
  schema: OpenApiDocument,
  make: ({ openApi }) => JSON.stringify(v2Api(openApi)),
});
