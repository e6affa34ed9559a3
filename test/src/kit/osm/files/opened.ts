import { createReadStream } from 'node:fs';
import { badField } from '../../../../../src/kit/errors.ts';
import { type OsmEntry, openOsmFile } from '../../../../../src/kit/osm/files/open-osm-file.ts';

/** Files as people and their tools write them; those in OpenStreetMap's formats are made up. */
export const STRANGERS = 'test/src/kit/osm/files/strangers';

type Chunk = string | Uint8Array;
type Chunks = Iterable<Chunk>;

/** Opens text or bytes as a file; a function makes its pieces each time it is opened. */
export function openText(...chunks: Chunk[] | [() => Chunks]) {
  return openOsm(async function* () {
    for (const chunk of chunks)
      for (const part of typeof chunk === 'function' ? chunk() : [chunk])
        yield typeof part === 'string' ? Buffer.from(part) : part;
  });
}

export function openStranger(name: string) {
  return openOsm(() => createReadStream(`${STRANGERS}/${name}`));
}

/** As `openOsmFile`, for files that have OpenStreetMap elements. */
export async function openOsm(open: () => AsyncIterable<Uint8Array>) {
  const file = await openOsmFile(open);
  if (file.format === 'json') throw badField('file', 'has no OpenStreetMap elements');
  return { ...file, entries: [...file.entries()] };
}

/** What a person would read of the entries: `way/5 Polygon`, `line 7: way/6 geometry: …`. */
export function shownEntries(entries: readonly OsmEntry[]): string[] {
  return entries.map((entry) => {
    const { name, line } = entry;
    const problem = 'problem' in entry ? entry.problem : entry.feature.warning;
    const type = 'problem' in entry ? '' : ` ${entry.feature.geometry.type}`;
    const said = problem === null ? '' : ` ${problem.field}: ${problem.reason}`;
    return `${problem === null || line === null ? '' : `line ${line}: `}${name}${type}${said}`;
  });
}
