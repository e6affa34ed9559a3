import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type NominatimServer = {
  /** Its address, including a path before `/search`. */
  baseUrl: string;
  /** All requests, oldest first. */
  requests: { url: URL; headers: IncomingMessage['headers'] }[];
  /** Sets the answer to later requests. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
};

export type Answer = (response: ServerResponse) => void;

export const LICENCE = 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright';

/** As Nominatim 5 writes it, without some members that are not read. */
export const BALBOA_PARK = {
  place_id: 313_804_651,
  licence: LICENCE,
  osm_type: 'relation',
  osm_id: 3_358_394,
  lat: '32.7313300',
  lon: '-117.1465300',
  category: 'leisure',
  type: 'park',
  place_rank: 24,
  importance: 0.43,
  addresstype: 'park',
  name: 'Balboa Park',
  display_name: 'Balboa Park, San Diego, San Diego County, California, United States',
  address: { park: 'Balboa Park', city: 'San Diego', country: 'United States', country_code: 'us' },
  boundingbox: ['32.7200000', '32.7400000', '-117.1600000', '-117.1300000'],
};

export function json(body: unknown, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(body));
  };
}

/** A real HTTP server on this machine; it finds nothing until it is given an answer. */
export async function openNominatimServer(): Promise<NominatimServer> {
  let answer = json([]);
  const requests: NominatimServer['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ url: new URL(request.url ?? '', 'http://test'), headers: request.headers });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/nominatim`,
    requests,
    answerWith(next) {
      answer = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
