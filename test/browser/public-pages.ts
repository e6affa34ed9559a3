import { Type } from 'typebox';
import { guidePage } from '../../api/docs/guide-page.ts';
import { defineDocument } from '../../api/document/define-document.ts';
import { pageHeaders } from '../../api/dress/page.ts';
import { routes } from '../../api/routes.ts';
import type { Config } from '../../src/config.ts';
import { startTestApi, type TestApi } from '../api/client.ts';
import type { ShownPage } from './describe-pages.ts';

/** The service as it stands in pictures: another address or day would be seen. */
const BASE_URL = 'https://parking.example';
const NOW_MS = Date.parse('2026-11-20T12:00:00Z');
/** Whoever reads the clock finds it a minute later, so that no budget is used up. */
const STEP_MS = 60_000;

/** Pages that everybody can read. */
export const PUBLIC_PAGES: readonly ShownPage[] = [
  { path: '/', picture: 'home' },
  {
    path: '/docs',
    picture: 'reference',
    library: { root: '#reference', shown: '.opblock-tag' },
    // The version.
    masked: ['.info .title small'],
  },
  { path: '/docs/index' },
  { path: '/docs/by-hand' },
  { path: '/legal' },
  { path: '/sample-guide', picture: 'guide' },
  { path: `/confirm/${'A'.repeat(43)}`, picture: 'confirm' },
];

/** A guide for pictures: those of the project change with every release. */
const sampleGuide = defineDocument({
  operationId: 'getSampleGuide',
  path: '/sample-guide',
  summary: 'A guide with one of everything',
  description: 'For tests.',
  answer: 'The page',
  contentType: 'text/html',
  schema: Type.String(),
  make: () =>
    guidePage({
      source: 'test/browser/sample-guide.md',
      fileName: 'sample-guide.md',
      path: '/sample-guide',
      title: 'A guide with one of everything',
      summary: 'For tests.',
      text: '',
    }),
  headersOf: () => pageHeaders(),
});

/** The service that the pages are read from; `more` are settings beside those of every picture. */
export function startSite(more: Partial<Config> = {}): Promise<TestApi> {
  let now = NOW_MS;
  const clock = {
    now() {
      now += STEP_MS;
      return now;
    },
  };
  const operations = [...routes, sampleGuide];
  return startTestApi({ clock, operations, config: { baseUrl: BASE_URL, ...more } });
}
