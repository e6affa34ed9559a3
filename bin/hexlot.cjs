#!/usr/bin/env node
'use strict';
// The command line for any version of Node: it runs `hexlot.ts` on the project's own Node.

const { join } = require('node:path');
const { runPinnedNode } = require('./pinned-node.cjs');

runPinnedNode([join(__dirname, 'hexlot.ts'), ...process.argv.slice(2)]);
