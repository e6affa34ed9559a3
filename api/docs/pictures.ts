import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type StaticFile, staticFile } from '../dress/static-files.ts';

const ROOT = new URL('../../', import.meta.url);
const TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };

const byPath = new Map(
  globSync('docs/**/*.{png,svg}', { cwd: ROOT }).map((path) => {
    const type = TYPES[posix.extname(path)] ?? '';
    const bytes = readFileSync(new URL(path, ROOT));
    return [path, staticFile(posix.basename(path), type, bytes)];
  }),
);

/** The pictures that guides show. */
export const PICTURES: readonly StaticFile[] = [...byPath.values()];

/** Where the picture is served that a guide names by a path beside itself. */
export function pictureAt(source: string, target: string): string | undefined {
  return byPath.get(posix.join(posix.dirname(source), target))?.path;
}
