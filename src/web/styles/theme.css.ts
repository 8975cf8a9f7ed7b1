import { assignVars, createGlobalTheme, globalStyle } from '@vanilla-extract/css';
import { darkValues, lightValues, printValues } from './themeValues.ts';
import { vars } from './vars.css.ts';

const LIGHT = ':root[data-theme="light"]';

createGlobalTheme(':root', vars, darkValues);
createGlobalTheme(LIGHT, vars, lightValues);

globalStyle(':root', { colorScheme: 'dark' });
globalStyle(LIGHT, { colorScheme: 'light' });

globalStyle(':root[data-theme]', {
  '@media': { print: { colorScheme: 'light', vars: assignVars(vars, printValues) } },
});
