import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { hexlotProgram } from '../../bin/program.ts';
import { VARIABLES } from '../../src/config.ts';

const page = readFileSync('docs/running.md', 'utf8');

function commandsOf(command: Command, path: string): string[] {
  if (command.commands.length === 0) return [path];
  return command.commands.flatMap((child) => commandsOf(child, `${path} ${child.name()}`));
}

test('the page has every setting with its default, and no other', () => {
  for (const [name, fallback] of Object.entries(VARIABLES)) {
    const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(name));
    expect(row, name).toBeDefined();
    expect(row?.replaceAll('`', ''), name).toContain(fallback);
  }
  const named = new Set(page.match(/HEXLOT_[A-Z_]*[A-Z]/g));
  expect([...named].filter((name) => !(name in VARIABLES))).toEqual([]);
});

test('the page has every command, and no other', async () => {
  const commands = commandsOf(await hexlotProgram(), 'hexlot');
  for (const command of commands) expect(page).toContain(`| \`${command}`);
  const named = [...page.matchAll(/^\| `(hexlot(?: [a-z]+(?:-[a-z]+)*)+)/gm)].map(
    ([, name = '']) => name,
  );
  expect(named.sort()).toEqual(commands.sort());
});
