import { Type } from 'typebox';
import { defineOperation } from './operation.ts';

export const getOpenApiOperation = defineOperation({
  operationId: 'getOpenApi',
  method: 'get',
  path: '/openapi.json',
  summary: 'This description of the API',
  description: 'Generators make clients of it; every type that they need has a name here.',
  tags: ['meta'],
  auth: 'public',
  budgets: ['read'],
  responses: {
    200: {
      description: 'An OpenAPI 3.1 document',
      schema: Type.Object({
        openapi: Type.String(),
        info: Type.Unknown(),
        servers: Type.Unknown(),
        tags: Type.Unknown(),
        paths: Type.Unknown(),
        components: Type.Unknown(),
      }),
      headers: { 'Cache-Control': 'public, max-age=300' },
    },
  },
  async handler(_request, api) {
    return {
      status: 200,
      headers: { 'Cache-Control': 'public, max-age=300' },
      body: api.openApiJson,
    };
  },
});
