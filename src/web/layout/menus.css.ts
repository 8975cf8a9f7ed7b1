import { keyframes, style } from '@vanilla-extract/css';
import { button } from '../components/Button.css.ts';
import { layer, metrics } from '../styles/metrics.ts';
import { line, motion, space, radius } from '../styles/scale.ts';
import { type } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';
import { visuallyHidden } from '../styles/text.css.ts';

const slideIn = keyframes({ from: { transform: 'translateX(-100%)' } });

export const hidden = visuallyHidden;

export const scrim = style({ position: 'fixed', inset: 0, zIndex: layer.drawer, background: vars.scrim });

export const drawer = style({
  position: 'fixed',
  insetBlock: 0,
  insetInlineStart: 0,
  zIndex: layer.drawer,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  width: metrics.drawer,
  maxWidth: '90vw',
  padding: space.large,
  scrollPadding: space.base,
  overflowY: 'auto',
  background: vars.paper,
  borderInlineEnd: `${line.thin} solid ${vars.hairline}`,
  animation: `${slideIn} ${motion.calm}`,
});

export const groups = style({ display: 'flex', flexDirection: 'column' });

export const heading = style([
  { ...type.label, marginBlock: `${space.base} ${space.hair}`, color: vars.muted, letterSpacing: '.12em' },
]);

export const close = style([button.outline, { marginBlockStart: space.huge, alignSelf: 'flex-start' }]);

export const themeSwitch = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: metrics.control,
  paddingInline: space.tiny,
  border: 0,
  borderRadius: radius.small,
  background: 'transparent',
  color: vars.text,
  cursor: 'pointer',
  font: 'inherit',
});

export const track = style({
  position: 'relative',
  width: space.section,
  height: space.large,
  border: `${line.medium} solid ${vars.controlBorder}`,
  borderRadius: radius.round,
  transition: `background-color ${motion.quick}`,
  selectors: { [`${themeSwitch}[aria-checked='true'] &`]: { background: vars.primary, borderColor: vars.primary } },
});

export const thumb = style({
  position: 'absolute',
  insetBlockStart: line.medium,
  insetInlineStart: line.medium,
  width: space.base,
  height: space.base,
  borderRadius: radius.round,
  background: vars.text,
  transition: `transform ${motion.quick}`,
  selectors: {
    [`${themeSwitch}[aria-checked='true'] &`]: { background: vars.onPrimary, transform: `translateX(${space.large})` },
  },
  '@media': { '(forced-colors: active)': { background: 'ButtonText' } },
});

export const userMenu = style({
  minWidth: 'calc(var(--radix-dropdown-menu-trigger-width) + 4rem)',
  // On a low screen, or at 400 %, the menu scrolls.
  maxHeight: 'var(--radix-dropdown-menu-content-available-height)',
  overflowY: 'auto',
  padding: space.hair,
  background: vars.raised,
  border: `${line.thin} solid ${vars.hairline}`,
  borderRadius: radius.medium,
  boxShadow: vars.shadow,
});

export const userMenuItem = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: metrics.control,
  paddingInline: space.base,
  borderRadius: radius.small,
  color: vars.text,
  textDecoration: 'none',
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-highlighted]': { background: vars.primary, color: vars.onPrimary },
  },
  '@media': {
    '(forced-colors: active)': { selectors: { '&[data-highlighted]': { outline: `${line.medium} solid` } } },
  },
});

export const icon = style({ flexShrink: 0, width: '1.5em', height: '1.5em', marginInlineEnd: space.small });
