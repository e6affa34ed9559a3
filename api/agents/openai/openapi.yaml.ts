import { Type } from 'typebox';
import { toYaml } from '../../../src/kit/web/document/to-yaml.ts';
import { assistantApi } from '../../document/assistant-api.ts';
import { defineDocument } from '../../document/define-document.ts';

export const getAssistantApiOperation = defineDocument({
  operationId: 'getAssistantApi',
  path: '/api/agents/openai/openapi.yaml',
  summary: 'What an assistant imports: the operations for it, as YAML',
  description:
    'A part of /openapi.json in the form that custom GPTs read: no headers, bodies that are one ' +
    'object, x-openai-isConsequential on every operation.',
  answer: 'An OpenAPI 3.1 document',
  contentType: 'application/yaml',
  schema: Type.String(),
  make: ({ openApi }) => toYaml(assistantApi(openApi)),
});
