#!/usr/bin/env node
'use strict';
// The command line, whatever Node is there to read this: `hexlot.ts` runs on the project's own.

const { join } = require('node:path');
const { runPinnedNode } = require('./pinned-node.cjs');

runPinnedNode([join(__dirname, 'hexlot.ts'), ...process.argv.slice(2)]);
