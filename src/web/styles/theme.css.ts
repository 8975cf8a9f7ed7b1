import { createGlobalTheme, globalStyle } from '@vanilla-extract/css';
import { darkValues } from './darkValues.ts';
import { lightValues } from './lightValues.ts';
import { vars } from './vars.css.ts';

const LIGHT = ':root[data-theme="light"]';

createGlobalTheme(':root', vars, darkValues);
createGlobalTheme(LIGHT, vars, lightValues);

globalStyle(':root', { colorScheme: 'dark' });
globalStyle(LIGHT, { colorScheme: 'light' });
