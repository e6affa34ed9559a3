import Negotiator from 'negotiator';
import { Type } from 'typebox';
import { named } from '../src/kit/web/document/named.ts';
import { contentTypeHeader } from '../src/kit/web/reply/content-type.ts';
import { DOCUMENT_HEADERS, documentResponses, replyWithDocument } from './document/document.ts';
import { pageHeaders } from './dress/page.ts';
import { HOME_LINKS } from './home/home-links.ts';
import { defineOperation } from './operation.ts';
import { API_VERSION } from './version.ts';

const HTML = 'text/html';
const JSON_TYPE = 'application/json';

/** Where programs find the rest (RFC 8288). */
const LINKS = [
  `<${HOME_LINKS.api_catalog}>; rel="api-catalog"`,
  `<${HOME_LINKS.openapi}>; rel="service-desc"; type="application/json"`,
  `<${HOME_LINKS.docs}>; rel="service-doc"; type="text/html"`,
].join(', ');

/** The links as JSON, for programs. */
const Index = named('Index', {
  name: Type.String(),
  version: Type.String(),
  links: Type.Record(Type.String(), Type.String({ description: 'Path on this service' })),
});

const responses = documentResponses('The page', HTML, Type.String());

export const getHomeOperation = defineOperation({
  operationId: 'getHome',
  method: 'get',
  path: '/',
  summary: 'What this service is, and where to go on: a page for people',
  description: 'As JSON for who prefers that in Accept.',
  tags: ['meta'],
  auth: 'public',
  budgets: ['read'],
  headers: Type.Object({
    ...DOCUMENT_HEADERS.properties,
    Accept: Type.Optional(Type.String({ description: 'text/html or application/json' })),
  }),
  responses: {
    ...responses,
    200: { ...responses[200], alternatives: { [JSON_TYPE]: Index } },
  },
  async handler({ headers }, { homePage }) {
    const asked = new Negotiator({ headers: { accept: headers.Accept } });
    const isForPrograms = asked.mediaType([HTML, JSON_TYPE]) === JSON_TYPE;
    if (!isForPrograms) {
      const more = { ...pageHeaders(), Link: LINKS };
      return replyWithDocument(homePage, headers, more, 'Accept, Accept-Encoding');
    }
    return {
      status: 200,
      headers: {
        'Content-Type': contentTypeHeader(JSON_TYPE),
        Vary: 'Accept',
        'Cache-Control': 'public, max-age=300',
        Link: LINKS,
      },
      body: Buffer.from(
        JSON.stringify({ name: 'Hexlot', version: API_VERSION, links: HOME_LINKS }),
      ),
    };
  },
});
