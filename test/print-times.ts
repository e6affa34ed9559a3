import { relative, sep } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const FILES_PRINTED = 15;
const FOLDERS_PRINTED = 15;
/** `test/src/parking` rather than each of its folders. */
const FOLDER_DEPTH = 3;

/** Prints, after the run, the seconds of its slowest files and of the folders that they are in. */
export default class PrintTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = new Map(modules.map((module) => [pathOf(module), secondsOf(module)]));
    const folders = new Map<string, number>();
    for (const [path, each] of seconds) {
      const folder = path.split('/').slice(0, -1).slice(0, FOLDER_DEPTH).join('/');
      folders.set(folder, (folders.get(folder) ?? 0) + each);
    }
    const lines = [
      'Seconds by folder, of one process:',
      ...highest(folders, FOLDERS_PRINTED),
      'Seconds by file:',
      ...highest(seconds, FILES_PRINTED),
    ];
    console.log(lines.join('\n'));
  }
}

const pathOf = (module: TestModule) =>
  relative(module.project.config.root, module.moduleId).replaceAll(sep, '/');

/** Of its tests and of what they share, without the time that loading the file takes. */
function secondsOf(module: TestModule): number {
  return module.diagnostic().duration / 1_000;
}

function highest(seconds: ReadonlyMap<string, number>, count: number): string[] {
  return [...seconds]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, each]) => `${each.toFixed(1).padStart(8)}  ${name}`);
}
