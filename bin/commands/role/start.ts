import type { Command } from 'commander';

export function addStart(program: Command): void {
  program
    .command('start')
    .description('database, demo city when empty, and all roles of one machine')
    .action(async () => {
      // Other commands need not load what it does.
      const { start } = await import('../../start.ts');
      await start();
    });
}
