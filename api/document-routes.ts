import { getAssistantApiOperation } from './agents/openai/openapi.yaml.ts';
import { getDocPageOperation } from './docs/page.ts';
import { REFERENCE_FILES } from './docs/reference-files.ts';
import { getReferenceOperation } from './docs.ts';
import { getHomeOperation } from './home.ts';
import { getLegalOperation } from './legal.ts';
import { getLlmsTextOperation } from './llms.txt.ts';
import { getLlmsFullTextOperation } from './llms-full.txt.ts';
import { getLogoOperation } from './logo.svg.ts';
import { getOpenApiOperation } from './openapi.json.ts';
import { getOpenApiYamlOperation } from './openapi.yaml.ts';
import type { Operation } from './operation.ts';
import type { StaticFile } from './static-files.ts';
import { getPluginManifestOperation } from './well-known/ai-plugin.json.ts';
import { getApiCatalogOperation } from './well-known/api-catalog.ts';

/** Every endpoint where this service says what it is. */
export const documentRoutes: readonly Operation[] = [
  getHomeOperation,
  getOpenApiOperation,
  getOpenApiYamlOperation,
  getAssistantApiOperation,
  getPluginManifestOperation,
  getApiCatalogOperation,
  getLlmsTextOperation,
  getLlmsFullTextOperation,
  getReferenceOperation,
  getDocPageOperation,
  getLegalOperation,
  getLogoOperation,
];

/** Every file that these pages load. The home page needs none: its style is inline. */
export const documentFiles: readonly StaticFile[] = Object.values(REFERENCE_FILES);
