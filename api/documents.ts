import { getAssistantApiOperation } from './agents/openai/openapi.yaml.ts';
import { getDocPageOperation } from './docs/page.ts';
import { getReferenceOperation } from './docs.ts';
import { getHomeOperation } from './home.ts';
import { getLogoOperation } from './icons/logo.svg.ts';
import { getLegalOperation } from './legal.ts';
import { getLlmsTextOperation } from './llms.txt.ts';
import { getLlmsFullTextOperation } from './llms-full.txt.ts';
import { getIntelligenceOpenApiOperation } from './openapi/v2.json.ts';
import { getOpenApiOperation } from './openapi.json.ts';
import { getOpenApiYamlOperation } from './openapi.yaml.ts';
import type { Operation } from './operation.ts';
import { getPluginManifestOperation } from './well-known/ai-plugin.json.ts';
import { getApiCatalogOperation } from './well-known/api-catalog.ts';
import {
  getApiResourceOperation,
  getToolResourceOperation,
} from './well-known/oauth-protected-resource.ts';

/** What people and programs read about the service: home page, OpenAPI, legal notice. */
export const documentOperations: readonly Operation[] = [
  getHomeOperation,
  getOpenApiOperation,
  getOpenApiYamlOperation,
  getIntelligenceOpenApiOperation,
  getAssistantApiOperation,
  getPluginManifestOperation,
  getApiCatalogOperation,
  getApiResourceOperation,
  getToolResourceOperation,
  getLlmsTextOperation,
  getLlmsFullTextOperation,
  getReferenceOperation,
  getDocPageOperation,
  getLegalOperation,
  getLogoOperation,
];
