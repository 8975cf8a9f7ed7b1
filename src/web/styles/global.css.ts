import './fonts.css.ts';
import './theme.css.ts';
import { globalLayer, globalStyle, type GlobalStyleRule } from '@vanilla-extract/css';
import { media, metrics } from './metrics.ts';
import { line, space } from './scale.ts';
import { family, type } from './type.ts';
import { vars } from './vars.css.ts';

// The reset is in a cascade layer, so that every class of a component wins, in whatever order the chunks load.
const reset = globalLayer('reset');

function inReset(selector: string, { '@media': atMedia, ...rule }: GlobalStyleRule) {
  globalStyle(selector, { '@layer': { [reset]: { ...rule, ...(atMedia && { '@media': atMedia }) } } });
}

inReset('*,::before,::after', { boxSizing: 'border-box', margin: 0, padding: 0 });

inReset('html', {
  ...type.body,
  fontFamily: family.text,
  fontVariantNumeric: 'tabular-nums',
  background: vars.background,
  color: vars.text,
  accentColor: vars.accent,
  textSizeAdjust: '100%',
  WebkitFontSmoothing: 'antialiased',
  scrollPaddingTop: `calc(${metrics.topBar} + ${space.tiny})`,
  minWidth: metrics.smallestWidth,
  '@media': {
    [media.low]: { scrollPaddingTop: space.tiny },
    // Firefox and WebKit print tabular digits as pictures, which cannot be searched or copied in a PDF.
    print: { fontVariantNumeric: 'normal' },
  },
});

inReset('body,#root', { minHeight: '100dvh' });
// Radix sets `pointer-events: none` on the body while a modal dialog is open. Elements of browser extensions must stay clickable.
inReset('body > :not(#root)', { pointerEvents: 'auto' });
inReset('img,svg', { display: 'block', maxWidth: '100%' });
inReset('button,input,select,textarea', { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' });
inReset('button', { background: 'none', border: 0, cursor: 'pointer', touchAction: 'manipulation' });
inReset('a', { color: 'inherit', textDecorationThickness: line.thin, textUnderlineOffset: '0.2em' });
// Not `none`: WebKit then removes the list role, and VoiceOver does not announce a list.
inReset('ul,ol', { listStyleType: "''" });
inReset('fieldset', { border: 0, minWidth: 0 });
inReset('h1,h2,h3,p', { overflowWrap: 'break-word' });
inReset('h1,h2,h3', { textWrap: 'balance' });
inReset(':focus-visible', {
  outline: `${line.medium} solid ${vars.focus}`,
  outlineOffset: line.medium,
  '@media': { [media.forcedColours]: { outlineColor: 'CanvasText' } },
});
// Scripts focus main and dialogs, which are not controls. Menu items have a highlight instead; a focused seat becomes the tab stop.
inReset('[tabindex="-1"]:focus', { outline: 'none' });
inReset('[hidden]', { display: 'none' });

// Outside of the layer, so that it wins over the classes of components.
globalStyle('*,::before,::after', {
  '@media': {
    [media.lessMotion]: { animation: 'none !important', transition: 'none !important' },
  },
});
