import { Type } from 'typebox';
import { toYaml } from '../src/kit/web/document/to-yaml.ts';
import { defineDocument } from './document/define-document.ts';

export const getOpenApiYamlOperation = defineDocument({
  operationId: 'getOpenApiYaml',
  path: '/openapi.yaml',
  summary: 'This description of the API, as YAML',
  description:
    'The same as /openapi.json. Texts are quoted, so that every version of YAML reads the same.',
  answer: 'The OpenAPI 3.1 document',
  contentType: 'application/yaml',
  schema: Type.String(),
  make: ({ openApi }) => toYaml(openApi),
});
