import { assignVars, createGlobalTheme, globalStyle } from '@vanilla-extract/css';
import { darkValues } from './darkValues.ts';
import { lightValues } from './lightValues.ts';
import { printValues } from './printValues.ts';
import { vars } from './vars.css.ts';

const LIGHT = ':root[data-theme="light"]';

createGlobalTheme(':root', vars, darkValues);
createGlobalTheme(LIGHT, vars, lightValues);

globalStyle(':root', { colorScheme: 'dark' });
globalStyle(LIGHT, { colorScheme: 'light' });

globalStyle(':root[data-theme]', {
  '@media': { print: { colorScheme: 'light', vars: assignVars(vars, printValues) } },
});
