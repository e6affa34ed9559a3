import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COPIED = ['src', 'api', 'pipelines', 'sql', 'docs', 'test', 'package.json', 'CHANGELOG.md'];

export type CopiedProject = Awaited<ReturnType<typeof copyProject>>;

/** A copy of this project in a temporary folder, to be changed as an engineer would. */
export async function copyProject() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'hexlot-recipe-')));
  const at = (path: string) => join(root, path);
  await Promise.all(COPIED.map((path) => cp(path, at(path), { recursive: true })));
  await symlink(await realpath('node_modules'), at('node_modules'));
  const changed = new Set<string>();

  async function write(path: string, text: string): Promise<void> {
    changed.add(path);
    await writeFile(at(path), text);
  }

  return {
    /** The files that were changed or added. */
    changed,
    /** A module of the copy. */
    load: <Module>(path: string) => import(at(path)) as Promise<Module>,
    write,
    /** Writes `text` before a part that the file has once. */
    async insert(path: string, text: string, before: string): Promise<void> {
      const parts = (await readFile(at(path), 'utf8')).split(before);
      if (parts.length !== 2) throw new Error(`${path} does not have once: ${before}`);
      await write(path, parts.join(text + before));
    },
    remove: () => rm(root, { recursive: true }),
  };
}
