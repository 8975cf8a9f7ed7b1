#!/usr/bin/env node
import { exitWith } from './exitCodes.ts';
import { runCommand } from './runCommand.ts';

await exitWith(() => runCommand(process.argv.slice(2)));
