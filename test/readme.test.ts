import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { routes } from '../api/routes.ts';
import { hexlotProgram } from '../bin/program.ts';
import { VARIABLES } from '../src/config.ts';
import { REHEARSALS } from '../src/payments/rehearsals.ts';

const readme = readFileSync('README.md', 'utf8');

function commandsOf(command: Command, path: string): string[] {
  if (command.commands.length === 0) return [path];
  return command.commands.flatMap((child) => commandsOf(child, `${path} ${child.name()}`));
}

test('the README has every setting with its default, and no other', () => {
  for (const [name, fallback] of Object.entries(VARIABLES)) {
    const row = readme.split('\n').find((line) => line.startsWith('|') && line.includes(name));
    expect(row, name).toBeDefined();
    expect(row?.replaceAll('`', ''), name).toContain(fallback);
  }
  const named = new Set(readme.match(/HEXLOT_[A-Z_]*[A-Z]/g));
  expect([...named].filter((name) => !(name in VARIABLES))).toEqual([]);
});

test('the README has every command, and no other', () => {
  const commands = commandsOf(hexlotProgram(), 'hexlot');
  for (const command of commands) expect(readme).toContain(`| \`${command}`);
  const named = [...readme.matchAll(/^\| `(hexlot(?: [a-z]+)+)/gm)].map(([, name = '']) => name);
  expect(named.sort()).toEqual(commands.sort());
});

test('every path and endpoint that the README names is there', () => {
  const paths = [...readme.matchAll(/`((?:api|src|pipelines|sql|bin|bench|test)\/[^`* …]*)`/g)];
  expect(paths.length).toBeGreaterThan(20);
  for (const [, path = ''] of paths) expect(existsSync(path), path).toBe(true);
  const endpoints = [...readme.matchAll(/`(GET|POST|PUT) (\/[^`?]*)`/g)];
  for (const [, method, path] of endpoints) {
    const found = routes.some(
      (route) => route.path === path && route.method === method?.toLowerCase(),
    );
    expect(found, `${method} ${path}`).toBe(true);
  }
});

test('every plate by which a failure of payments is rehearsed is there', () => {
  for (const prefix of REHEARSALS) expect(readme).toContain(`\`${prefix}\``);
});
