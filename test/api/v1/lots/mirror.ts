import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { expect } from 'vitest';
import type { TestApi } from '../../client.ts';

/** A lot as the dump and the changes write it. */
type LotFeature = {
  id: string;
  geometry: { coordinates: [number, number] };
  properties: Record<string, unknown>;
};

export async function readDump(api: TestApi) {
  const answer = await request(`${api.url}/api/v1/lots.ndjson.gz`);
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  expect(answer.statusCode, bytes.toString()).toBe(200);
  const text = gunzipSync(bytes).toString();
  const lots: LotFeature[] = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { lots, text, since: String(answer.headers['x-changes-since']), headers: answer.headers };
}

/** What somebody does who has the dump and only applies changes from then on. */
export async function openMirror(api: TestApi) {
  const dump = await readDump(api);
  const lots = new Map(dump.lots.map((lot) => [lot.id, lot]));
  let { since } = dump;

  /** Applies one answer; returns whether there is more. */
  async function readOne(): Promise<boolean> {
    const { status, body, text } = await api.request('GET', '/api/v1/lots/changes', {
      query: { since },
    });
    expect(status, text).toBe(200);
    for (const { id, feature } of body.data) {
      if (feature === null) lots.delete(id);
      else lots.set(id, feature);
    }
    since = body.next;
    return body.has_more;
  }

  return {
    lots: () => [...lots.values()].toSorted(byId),
    readOne,
    async readAll() {
      while (await readOne());
    },
  };
}

export const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
